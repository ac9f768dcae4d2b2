package paymentemulator_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"

	kit "payment-emulator/paymentemulator"
)

func TestMain(m *testing.M) { os.Exit(kit.Main(m)) }

func equal(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func order(reference, method string) kit.Data {
	return kit.Data{"amount": 1500, "currency": "NGN", "reference": reference,
		"customer_id": "cus_adaobi0001", "payment_method_id": method}
}

// probe is a test that may fail.
type probe struct {
	testing.TB
	failed   bool
	output   string
	cleanups []func()
}

func (p *probe) Helper()                     {}
func (p *probe) Name() string                { return "TestProbe/with blanks" }
func (p *probe) Failed() bool                { return p.failed }
func (p *probe) Cleanup(cleanup func())      { p.cleanups = append(p.cleanups, cleanup) }
func (p *probe) Logf(form string, of ...any) { p.output += fmt.Sprintf(form, of...) + "\n" }
func (p *probe) Fatal(values ...any) {
	p.failed = true
	p.output += fmt.Sprintln(values...)
	runtime.Goexit()
}

// output runs a test that may fail and returns its output.
func output(test func(testing.TB)) string {
	p := &probe{}
	run := func(part func()) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			part()
		}()
		<-done
	}
	run(func() { test(p) })
	for i := len(p.cleanups) - 1; i >= 0; i-- {
		run(p.cleanups[i])
	}
	return p.output
}

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in:\n%s", part, text)
		}
	}
}

func TestTestsInParallelMayUseTheSameReference(t *testing.T) {
	for _, name := range []string{"one", "two", "three"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			world := kit.New(t)
			equal(t, world.Request("POST", "/charges", order("order-1", "pmd_card000001")).Text("status"), "succeeded")
		})
	}
}

func TestAWorldIsNamedAfterItsTest(t *testing.T) {
	t.Parallel()
	world := kit.New(t)
	equal(t, world.Name[:len(world.Name)-10], "TestAWorldIsNamedAfterItsTest-")
	equal(t, strings.HasSuffix(world.URL, "/w/"+world.Name), true)
}

func TestTheCredentialsAreThoseOfTheEmulator(t *testing.T) {
	t.Parallel()
	credentials := kit.New(t).Credentials()
	equal(t, credentials.Clients[0].ClientID, "sandbox-client")
	equal(t, credentials.SecretKeys, []string{"sk_sandbox"})
	equal(t, strings.HasPrefix(credentials.WebhookSecret, "whsec_"), true)
	equal(t, len(credentials.EncryptionKey), 44)
	equal(t, len(credentials.V3EncryptionKey), 24)
}

func TestAnExpiredTokenIsReplaced(t *testing.T) {
	t.Parallel()
	world := kit.New(t)
	world.Request("GET", "/charges", nil)
	world.Advance("11m")
	equal(t, len(world.Request("GET", "/charges", nil)["data"].([]any)), 0)
}

func TestAFrozenClockStandsAtTheInstant(t *testing.T) {
	t.Parallel()
	world := kit.New(t).FreezeAt("2030-01-01T00:00:00Z")
	charge := world.Request("POST", "/charges", order("order-1", "pmd_card000001"))
	equal(t, charge.Text("created_datetime"), "2030-01-01T00:00:00.000Z")
}

func TestPayTakesTheAnswerOfTheIssuer(t *testing.T) {
	t.Parallel()
	world := kit.New(t)
	charge := world.Request("POST", "/charges", order("order-1", "pmd_wallet0001"))
	paid := world.Pay(charge.Text("id"), "do_not_honor")
	equal(t, paid.Text("status")+" "+paid.Text("processor_response.type"), "failed do_not_honor")
	equal(t, world.AwaitEvent("charge.completed", "").Data.Text("reference"), "order-1")
}

func TestARefusalEndsTheTestWithTheMessageOfTheEmulator(t *testing.T) {
	t.Parallel()
	said := output(func(t testing.TB) { kit.New(t).Next("issuer:insuficient_funds") })
	contains(t, said, "/_emulator/rules answered 400: ", "issuer:insufficient_funds")
}

func TestATestThatFailsLogsItsTimelineAndLeavesItsWorld(t *testing.T) {
	t.Parallel()
	var world *kit.World
	said := output(func(t testing.TB) {
		world = kit.New(t)
		world.Request("POST", "/charges", order("order-17", "pmd_card000001"))
		t.Fatal("the shop shipped twice")
	})
	contains(t, said, "the shop shipped twice", "timeline of world \""+world.Name+"\"", "order-17")
	equal(t, exists(t, world), true)
}

func TestATestThatPassesDeletesItsWorld(t *testing.T) {
	t.Parallel()
	var world *kit.World
	equal(t, output(func(t testing.TB) { world = kit.New(t) }), "")
	equal(t, exists(t, world), false)
}

func exists(t *testing.T, world *kit.World) bool {
	t.Helper()
	request, err := http.NewRequest("GET", strings.TrimSuffix(world.URL, "/w/"+world.Name)+"/_emulator/worlds", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("EMULATOR_CONTROL_TOKEN"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	list, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(list), world.Name)
}

func TestAwaitDeliveredFailsIfNoEndpointIsSubscribed(t *testing.T) {
	t.Parallel()
	said := output(func(t testing.TB) {
		world := kit.New(t)
		world.Timeout = "1ms"
		world.Request("POST", "/charges", order("order-1", "pmd_card000001"))
		world.AwaitDelivered("charge.completed", "order-1")
	})
	contains(t, said, "answered 408", "no endpoint is subscribed")
}

func TestWithEmulatorWorldEveryTestUsesThatWorldAfterAReset(t *testing.T) {
	t.Setenv("EMULATOR_WORLD", "of-all-tests")
	for i := 0; i < 2; i++ {
		said := output(func(t testing.TB) {
			world := kit.New(t)
			if !strings.HasSuffix(world.URL, "/w/of-all-tests") {
				t.Fatal(world.URL)
			}
			world.Request("POST", "/charges", order("order-1", "pmd_card000001"))
		})
		equal(t, said, "")
	}
}

func TestAnEmulatorURLWithAWorldIsUsedForEveryTest(t *testing.T) {
	world := kit.New(t)
	t.Setenv("EMULATOR_URL", world.URL+"/")
	for i := 0; i < 2; i++ {
		equal(t, output(func(t testing.TB) {
			kit.New(t).Request("POST", "/charges", order("order-1", "pmd_card000001"))
		}), "")
	}
	equal(t, world.Request("GET", "/charges", nil)["data"].([]any)[0].(map[string]any)["reference"], "order-1")
}

func TestWebhooksArriveAtTheHostThatIsNamed(t *testing.T) {
	t.Parallel()
	world := kit.New(t).ReceiveWebhooks("localhost")
	world.Request("POST", "/charges", order("order-1", "pmd_card000001"))
	event := world.Advance("2s").AwaitDelivered("charge.completed", "order-1")
	equal(t, world.Received().IDs(), []string{event.ID})
	equal(t, len(world.Received("order-2")), 0)
	equal(t, world.Received()[0].Headers.Get("X-Webhook-Signature") != "", true)
}

func TestAnEmulatorThatDoesNotAnswerIsNamed(t *testing.T) {
	t.Setenv("EMULATOR_URL", "http://127.0.0.1:1/")
	said := output(func(t testing.TB) { kit.New(t) })
	contains(t, said, "no answer from the emulator", "Is payment-emulator running there? EMULATOR_URL is http://127.0.0.1:1/;")
}
