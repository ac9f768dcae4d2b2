package shop

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

var emulator string

func TestMain(m *testing.M) {
	ctx := context.Background()
	// For webhooks to a server of the test: HostAccessPorts in the request, and
	// http://host.testcontainers.internal:{port}/… as the endpoint.
	container, err := testcontainers.GenericContainer(ctx, testcontainers.GenericContainerRequest{
		ContainerRequest: testcontainers.ContainerRequest{
			Image:        "payment-emulator",
			ExposedPorts: []string{"4290/tcp"},
			WaitingFor:   wait.ForHTTP("/health").WithPort("4290/tcp"),
		},
		Started: true,
	})
	if err == nil {
		emulator, err = container.PortEndpoint(ctx, "4290/tcp", "http")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = container.Terminate(ctx)
	os.Exit(code)
}

// world returns the base and auth address of a separate world for each test.
func world(t *testing.T) string {
	return fmt.Sprintf("%s/w/%s-%d", emulator, t.Name(), time.Now().UnixNano())
}

func TestAnExpiredTokenIsRefused(t *testing.T) {
	t.Parallel()
	world := world(t)
	old := token(t, world)
	expect(t, http.StatusOK, call(t, "GET", world+"/charges", old, ""))

	// A token lives for 10 minutes; advancing the clock replaces waiting.
	expect(t, http.StatusOK, call(t, "POST", world+"/_emulator/clock/advance", "", `{"by": "11m"}`))

	expect(t, http.StatusUnauthorized, call(t, "GET", world+"/charges", old, ""))
	expect(t, http.StatusOK, call(t, "GET", world+"/charges", token(t, world), ""))
}

func TestAPayerApproves(t *testing.T) {
	t.Parallel()
	world := world(t)
	order := `{"amount": 1500, "currency": "NGN", "reference": "order-0001",
		"customer_id": "cus_adaobi0001", "payment_method_id": "pmd_wallet0001"}`
	created := call(t, "POST", world+"/charges", token(t, world), order)
	expect(t, http.StatusCreated, created)
	id := created.body["data"].(map[string]any)["id"].(string)

	expect(t, http.StatusOK, call(t, "POST", world+"/_emulator/charges/"+id+"/payer", "", `{"action": "approve"}`))

	found := call(t, "GET", world+"/charges/"+id, token(t, world), "")
	if status := found.body["data"].(map[string]any)["status"]; status != "succeeded" {
		t.Fatalf("the charge is %v", status)
	}
}

type answer struct {
	status int
	body   map[string]any
}

func expect(t *testing.T, status int, got answer) {
	t.Helper()
	if got.status != status {
		t.Fatalf("expected %d, got %d: %v", status, got.status, got.body)
	}
}

func call(t *testing.T, method, address, token, body string) answer {
	t.Helper()
	request, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return read(t)(http.DefaultClient.Do(request))
}

func token(t *testing.T, world string) string {
	t.Helper()
	got := read(t)(http.PostForm(world+"/realms/shop/protocol/openid-connect/token", url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {"sandbox-client"},
		"client_secret": {"sandbox-secret"},
	}))
	expect(t, http.StatusOK, got)
	return got.body["access_token"].(string)
}

func read(t *testing.T) func(*http.Response, error) answer {
	return func(response *http.Response, err error) answer {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body := map[string]any{}
		if err := json.NewDecoder(response.Body).Decode(&body); err != nil {
			t.Fatal(err)
		}
		return answer{response.StatusCode, body}
	}
}
