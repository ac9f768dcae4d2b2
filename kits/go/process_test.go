package paymentemulator

import (
	"reflect"
	"strings"
	"testing"
)

func TestACommandIsSplitAsAShellDoes(t *testing.T) {
	for command, want := range map[string][]string{
		"payment-emulator":                {"payment-emulator"},
		"  node  dist/main.js\t--seed 7 ": {"node", "dist/main.js", "--seed", "7"},
		`"C:\Program Files\node" main.js`: {`C:\Program Files\node`, "main.js"},
		`sh -c 'exec "a b"' ''`:           {"sh", "-c", `exec "a b"`, ""},
	} {
		if got, err := split(command); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %q (%v), want %q", command, got, err, want)
		}
	}
}

func TestACommandThatStartsNoEmulatorIsReportedWithItsOutput(t *testing.T) {
	for command, want := range map[string]string{
		"no-such-program": "executable file not found",
		`sh -c 'echo the disk is full >&2; exit 3'`: "it ended (exit status 3): the disk is full",
		`sh -c 'exit`: "a quote is not closed",
	} {
		t.Setenv("EMULATOR_COMMAND", command)
		_, err := start()
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "set EMULATOR_COMMAND to") {
			t.Errorf("%s: got %v, want %q", command, err, want)
		}
	}
}

func TestStopEndsAnEmulatorThatTheCommandHasStartedAsAChild(t *testing.T) {
	t.Setenv("EMULATOR_COMMAND", `sh -c 'echo "{\"event\":\"ready\",\"url\":\"http://127.0.0.1:1\"}"; sleep 1000; exit'`)
	p, err := start()
	if err != nil {
		t.Fatal(err)
	}
	p.stop()
	// Its output is open as long as the child lives.
	select {
	case <-p.ended:
	default:
		t.Error("the child still runs")
	}
}
