//go:build !linux

package paymentemulator

import "os/exec"

// stopWithParent does nothing: only Linux tells a process that its parent has died.
func stopWithParent(*exec.Cmd) {}
