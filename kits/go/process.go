package paymentemulator

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// How long an emulator may take to start, and to stop before it is killed.
const (
	startLimit = 30 * time.Second
	stopLimit  = 10 * time.Second
)

// shared is the emulator of this test binary.
var shared emulator

// emulator is started on first use and stopped when nothing holds it any more.
type emulator struct {
	sync.Mutex
	holders int
	running *process
	failure error
	// answered is the EMULATOR_URL that has answered.
	answered string
}

// Main runs the tests of a package with one emulator for all of them, and returns the exit code:
//
//	func TestMain(m *testing.M) { os.Exit(paymentemulator.Main(m)) }
//
// Without Main the emulator stops whenever no test uses it, and starts again for the next one. Main itself starts nothing.
func Main(m *testing.M) int {
	shared.hold()
	defer shared.release()
	return m.Run()
}

func (e *emulator) hold() {
	e.Lock()
	defer e.Unlock()
	e.holders++
}

func (e *emulator) release() {
	e.Lock()
	defer e.Unlock()
	e.holders--
	if e.holders == 0 && e.running != nil {
		e.running.stop()
		e.running = nil
	}
}

// find returns the address of the emulator that the caller holds, without a trailing slash, and the world that all tests
// share, if there is one. It starts the emulator if need be.
func (e *emulator) find() (address, world string, err error) {
	e.Lock()
	defer e.Unlock()
	world = os.Getenv("EMULATOR_WORLD")
	if url := os.Getenv("EMULATOR_URL"); url != "" {
		parts := addressParts.FindStringSubmatch(url)
		if world == "" {
			world = parts[2]
		}
		if e.answered != url {
			if _, err := (&World{URL: parts[1]}).call("GET /_emulator/health"); err != nil {
				return "", "", fmt.Errorf(
					"%w EMULATOR_URL is %s; start an emulator there, or unset it to let the tests start one", err, url)
			}
			e.answered = url
		}
		return parts[1], world, nil
	}
	if e.running == nil && e.failure == nil {
		e.running, e.failure = start()
	}
	if e.failure != nil {
		return "", "", e.failure
	}
	return e.running.url, world, nil
}

var addressParts = regexp.MustCompile(`^(.*?)/*(?:/w/([^/]+)/*)?$`)

// process is an emulator that this test binary has started.
type process struct {
	cmd   *exec.Cmd
	url   string
	ended chan struct{}
}

func start() (*process, error) {
	command := strings.TrimSpace(os.Getenv("EMULATOR_COMMAND"))
	if command == "" {
		command = "payment-emulator"
	}
	failed := func(problem error) error {
		return fmt.Errorf("%q did not start an emulator: %w; install payment-emulator, set EMULATOR_COMMAND to the command "+
			"that starts it, or EMULATOR_URL to the address of a running one", command, problem)
	}
	words, err := split(command)
	if err != nil {
		return nil, failed(err)
	}
	p := &process{cmd: exec.Command(words[0], append(words[1:], "--port", "0")...), ended: make(chan struct{})}
	p.cmd.Env = environment()
	stopWithParent(p.cmd)
	started, ready, problem := make(chan error, 1), make(chan string, 1), make(chan error, 1)
	go func() {
		defer close(p.ended)
		// Linux reports the end of the thread that started a process as the end of its parent: this thread stays.
		runtime.LockOSThread()
		output, err := p.cmd.StdoutPipe()
		if err == nil {
			p.cmd.Stderr = p.cmd.Stdout
			err = p.cmd.Start()
		}
		started <- err
		if err != nil {
			return
		}
		// Read to the end, because a full pipe would block the emulator.
		var said []string
		for lines := bufio.NewReader(output); ; {
			line, err := lines.ReadString('\n')
			if url := readyURL(line); url != "" {
				ready <- url
			}
			if len(said) < 20 {
				said = append(said, line)
			}
			if err != nil {
				break
			}
		}
		err = p.cmd.Wait()
		problem <- fmt.Errorf("it ended (%v): %s", err, strings.TrimSpace(strings.Join(said, "")))
	}()
	if err := <-started; err != nil {
		return nil, failed(err)
	}
	select {
	case p.url = <-ready:
		return p, nil
	case err := <-problem:
		return nil, failed(err)
	case <-time.After(startLimit):
		p.stop()
		return nil, failed(fmt.Errorf("it was not ready after %s", startLimit))
	}
}

// readyURL is the address in the line that the emulator prints when it is ready, and empty for every other line.
func readyURL(line string) string {
	var said struct{ Event, URL string }
	if err := json.Unmarshal([]byte(line), &said); err != nil || said.Event != "ready" {
		return ""
	}
	return said.URL
}

// environment leaves out the variable that only kits read, because the emulator reports those that it does not know.
func environment() []string {
	var kept []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "EMULATOR_COMMAND=") {
			kept = append(kept, variable)
		}
	}
	return kept
}

// split separates the words of a command. Quotes keep a word with blanks together, as in a shell.
func split(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	open := false
	for _, letter := range command {
		switch {
		case letter == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(letter)
		case letter == '"' || letter == '\'':
			quote, open = letter, true
		case letter == ' ' || letter == '\t' || letter == '\n':
			if open {
				words = append(words, word.String())
			}
			word.Reset()
			open = false
		default:
			word.WriteRune(letter)
			open = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed")
	}
	if open {
		words = append(words, word.String())
	}
	return words, nil
}

func (p *process) stop() {
	all := append(descendants(p.cmd.Process.Pid), p.cmd.Process)
	for _, one := range all {
		// There are no signals on Windows.
		if one.Signal(syscall.SIGTERM) != nil {
			_ = one.Kill()
		}
	}
	select {
	case <-p.ended:
	case <-time.After(stopLimit):
		for _, one := range all {
			_ = one.Kill()
		}
	}
}

// descendants are the processes that a process has started: commands such as npx start the emulator as a child, and do not
// pass signals on. Where there is no ps, there are none.
func descendants(pid int) []*os.Process {
	table, _ := exec.Command("ps", "-A", "-o", "pid=,ppid=").Output()
	family := map[int]bool{pid: true}
	var found []*os.Process
	for grown := true; grown; {
		grown = false
		for _, line := range strings.Split(string(table), "\n") {
			var child, parent int
			if count, _ := fmt.Sscan(line, &child, &parent); count < 2 || !family[parent] || family[child] {
				continue
			}
			family[child], grown = true, true
			if process, err := os.FindProcess(child); err == nil {
				found = append(found, process)
			}
		}
	}
	return found
}
