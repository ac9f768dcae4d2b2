// Package paymentemulator gives each test a world of its own in a payment-emulator:
//
//	func TestDeclined(t *testing.T) {
//		t.Parallel()
//		world := paymentemulator.New(t)
//		world.Next("issuer:insufficient_funds", paymentemulator.When{"reference": "order-1"})
//		// … let the program under test pay order-1 at world.URL
//		world.AwaitDelivered("charge.completed", "order-1")
//	}
//
// It connects to the emulator at EMULATOR_URL. If that is not set, it starts the command in EMULATOR_COMMAND, by default
// payment-emulator, on a free port and stops it after the tests; see [Main]. EMULATOR_CONTROL_TOKEN is sent to emulators
// that require one.
//
// What the emulator refuses ends the test with the emulator's message; therefore the methods of a World must be called from
// the goroutine of the test, as [testing.T.FailNow] must. When a test fails, the timeline of its world is logged.
package paymentemulator

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// World is the world of one test: no other test sees its charges, rules, webhooks or clock.
type World struct {
	// Name is made from the name of the test and a few random digits.
	Name string
	// URL is the base and the auth address of the service, without a trailing slash.
	URL string
	// Timeout is how long AwaitEvent and AwaitDelivered wait, in real time and at most a minute. New sets "5s".
	Timeout string

	t           testing.TB
	credentials Credentials
	accessToken string
	hook        *hook
}

// Credentials are those of the emulator; every world has the same.
type Credentials struct {
	// Clients are for access tokens. The first one may do everything.
	Clients []Client
	// SecretKeys are the bearer tokens of the v3 interface.
	SecretKeys []string `json:"secret_keys"`
	// WebhookSecret signs what is sent to webhook endpoints without a secret of their own.
	WebhookSecret string `json:"webhook_secret"`
	// EncryptionKey encrypts card fields and PINs: AES-256, base64.
	EncryptionKey string `json:"encryption_key"`
	// V3EncryptionKey encrypts the bodies of v3 charges: 3DES in ECB mode, 24 characters.
	V3EncryptionKey string `json:"v3_encryption_key"`
}

// Client is an OAuth client.
type Client struct {
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
	Scopes       []string
}

// When has the conditions of a rule in the words of the control interface: method, path, reference, customer_id,
// payment_method_id, payment_method, card, email, account_number, amount, cents, currency, meta.
type When map[string]any

// Event is the body of a webhook.
type Event struct {
	ID   string
	Type string
	Data Data
}

// New gives the test a world. After the test it deletes the world or, if the test has failed, logs its timeline and leaves
// it to be looked at in the dashboard.
//
// If EMULATOR_WORLD is set or EMULATOR_URL ends in /w/NAME, every test uses that world, reset at this point; such tests
// cannot run in parallel.
func New(t testing.TB) *World {
	t.Helper()
	shared.hold()
	t.Cleanup(shared.release)
	address, sharedWorld, err := shared.find()
	if err != nil {
		t.Fatal(err)
	}
	w := &World{Name: sharedWorld, Timeout: "5s", t: t}
	if sharedWorld == "" {
		w.Name = nameFor(t)
		t.Cleanup(w.deleteUnlessFailed)
	}
	w.URL = address + "/w/" + w.Name
	if sharedWorld != "" {
		w.must("POST /_emulator/reset")
	}
	w.mustDecode(&w.credentials, "GET /_emulator/credentials")
	t.Cleanup(w.logTimelineIfFailed)
	return w
}

var unfit = regexp.MustCompile(`[^A-Za-z0-9]+`)

func nameFor(t testing.TB) string {
	label := unfit.ReplaceAllString(t.Name(), "-")
	if len(label) > 50 {
		label = label[:50]
	}
	digits := make([]byte, 5)
	if _, err := rand.Read(digits); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s-%x", strings.Trim(label, "-"), digits)
}

func (w *World) deleteUnlessFailed() {
	if !w.t.Failed() {
		w.must("DELETE /_emulator/worlds/{name}", w.Name)
	}
}

func (w *World) logTimelineIfFailed() {
	if !w.t.Failed() {
		return
	}
	timeline, err := w.call("GET /_emulator/timeline")
	if err != nil {
		w.t.Logf("the timeline of world %s could not be read: %v", w.Name, err)
		return
	}
	w.t.Logf("the world of this test is %s\n%s", w.URL, timeline)
}

// Credentials are those of the emulator; every world has the same.
func (w *World) Credentials() Credentials {
	return w.credentials
}

// Advance moves the clock of the world by a duration, such as "10m", and executes everything that falls due, deliveries of
// webhooks included. It returns the world.
func (w *World) Advance(by string) *World {
	w.t.Helper()
	w.must("POST /_emulator/clock/advance {by}", by)
	return w
}

// Freeze stops the clock of the world: from now on only Advance moves it. It returns the world.
func (w *World) Freeze() *World {
	w.t.Helper()
	w.must("PUT /_emulator/clock {mode, now}", "frozen", nil)
	return w
}

// FreezeAt stops the clock of the world at an instant, such as "2030-01-01T00:00:00Z". It returns the world.
func (w *World) FreezeAt(at string) *World {
	w.t.Helper()
	w.must("PUT /_emulator/clock {mode, now}", "frozen", at)
	return w
}

// Next applies a scenario key, such as "issuer:insufficient_funds", to the next request that meets the conditions; without
// conditions, to the next one that creates what the key is about. It returns the world.
func (w *World) Next(key string, when ...When) *World {
	w.t.Helper()
	conditions := When{}
	for _, more := range when {
		for name, value := range more {
			conditions[name] = value
		}
	}
	w.must("POST /_emulator/rules {key, when, count}", key, conditions, 1)
	return w
}

// AwaitEvent waits until an event of the type, such as "charge.completed", exists for the charge or transfer with this
// reference, and returns the newest. An empty reference stands for any.
func (w *World) AwaitEvent(eventType, reference string) Event {
	w.t.Helper()
	return w.await(eventType, reference, "made")
}

// AwaitDelivered waits as AwaitEvent does, until every webhook endpoint that is subscribed to the event has answered 200. The
// test fails if there is no endpoint.
func (w *World) AwaitDelivered(eventType, reference string) Event {
	w.t.Helper()
	return w.await(eventType, reference, "delivered")
}

func (w *World) await(eventType, reference, until string) Event {
	w.t.Helper()
	var wanted any
	if reference != "" {
		wanted = reference
	}
	var found struct{ Events []struct{ Event Event } }
	w.mustDecode(&found, "GET /_emulator/webhooks/events?type&reference&until&wait", eventType, wanted, until, w.Timeout)
	return found.Events[0].Event
}

// Pay plays payer and merchant until the charge is final, and returns the charge. A processor response, such as
// "insufficient_funds", is what the issuer answers.
func (w *World) Pay(chargeID string, processorResponse ...string) Data {
	w.t.Helper()
	var response any
	for _, given := range processorResponse {
		response = given
	}
	var paid struct{ Charge Data }
	w.mustDecode(&paid, "POST /_emulator/charges/{id}/pay {processor_response}", chargeID, response)
	return paid.Charge
}

// Timeline is what has happened in the world so far, as text: requests, webhooks, clock and rules.
func (w *World) Timeline() string {
	w.t.Helper()
	return string(w.must("GET /_emulator/timeline"))
}

// must is call, but ends the test if there is an error.
func (w *World) must(operation string, values ...any) []byte {
	w.t.Helper()
	answer, err := w.call(operation, values...)
	if err != nil {
		w.t.Fatal(err)
	}
	return answer
}

func (w *World) mustDecode(result any, operation string, values ...any) {
	w.t.Helper()
	if err := json.Unmarshal(w.must(operation, values...), result); err != nil {
		w.t.Fatal(err)
	}
}
