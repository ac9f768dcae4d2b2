package paymentemulator

import (
	"os/exec"
	"syscall"
)

// stopWithParent makes the process stop when this one dies without having stopped it, as after a timeout of "go test".
func stopWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
}
