package paymentemulator

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
)

// Data is a JSON object.
type Data map[string]any

// Text is the member at a path, such as "next_action.type", as text; empty if there is none.
func (d Data) Text(path string) string {
	var value any = d
	for _, name := range strings.Split(path, ".") {
		switch members := value.(type) {
		case Data:
			value = members[name]
		case map[string]any:
			value = members[name]
		default:
			return ""
		}
	}
	switch value := value.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	default:
		return fmt.Sprint(value)
	}
}

// With returns a copy with another member.
func (d Data) With(name string, value any) Data {
	copied := Data{name: value}
	for other, value := range d {
		if other != name {
			copied[other] = value
		}
	}
	return copied
}

// Headers are those of a request to the service.
type Headers map[string]string

// Key is the header that applies a scenario key to the request itself.
func Key(key string) Headers {
	return Headers{"X-Scenario-Key": key}
}

// Token gets an access token for the first client of the credentials.
func (w *World) Token() string {
	w.t.Helper()
	own := w.credentials.Clients[0]
	method, address, members := w.fill("POST /realms/{realm}/protocol/openid-connect/token {grant_type, client_id, client_secret}",
		[]any{"sandbox", "client_credentials", own.ClientID, own.ClientSecret})
	form := url.Values{}
	for name, value := range members {
		form.Set(name, fmt.Sprint(value))
	}
	_, answer, err := send(method, address, form, nil)
	var granted struct {
		AccessToken string `json:"access_token"`
	}
	if err == nil {
		err = json.Unmarshal(answer, &granted)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return granted.AccessToken
}

// Request sends a request to the service, with an access token, and returns the member data of the answer; the whole answer
// if data is not an object. The body may be nil, and headers, such as X-Scenario-Key, may be left out. The test fails unless
// the service answers with 2xx.
func (w *World) Request(method, path string, body any, headers ...Headers) Data {
	w.t.Helper()
	fresh := w.accessToken == ""
	if fresh {
		w.accessToken = w.Token()
	}
	status, answer, err := w.authorized(method, path, body, headers)
	if status == http.StatusUnauthorized && !fresh {
		w.accessToken = w.Token()
		_, answer, err = w.authorized(method, path, body, headers)
	}
	var whole Data
	if err == nil {
		err = json.Unmarshal(answer, &whole)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	if data, isObject := whole["data"].(map[string]any); isObject {
		return data
	}
	return whole
}

func (w *World) authorized(method, path string, body any, headers []Headers) (int, []byte, error) {
	all := Headers{"Authorization": "Bearer " + w.accessToken}
	for _, more := range headers {
		for name, value := range more {
			all[name] = value
		}
	}
	return send(method, w.URL+path, body, all)
}

// Webhook is a webhook that has arrived.
type Webhook struct {
	// Event is the parsed body, empty if that is not the JSON of an event.
	Event
	Body    string
	Headers http.Header
}

// Webhooks are some that have arrived, oldest first.
type Webhooks []Webhook

// IDs are the ids of the events. All attempts and copies of an event have the same.
func (list Webhooks) IDs() []string {
	var ids []string
	for _, webhook := range list {
		ids = append(ids, webhook.ID)
	}
	return ids
}

// hook is a webhook endpoint of a test.
type hook struct {
	sync.Mutex
	received Webhooks
}

func (h *hook) ServeHTTP(_ http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body)
	arrived := Webhook{Body: string(body), Headers: request.Header}
	_ = json.Unmarshal(body, &arrived.Event)
	h.Lock()
	defer h.Unlock()
	h.received = append(h.received, arrived)
}

// ReceiveWebhooks starts a webhook endpoint on loopback that answers 200 and adds it to the world. It stops after the test.
// For an emulator that runs elsewhere, such as in a container, name the host at which it reaches this machine: the endpoint
// then listens on all interfaces. It returns the world.
func (w *World) ReceiveWebhooks(host ...string) *World {
	w.t.Helper()
	if w.hook != nil {
		return w
	}
	name, interfaces := "127.0.0.1", "127.0.0.1"
	for _, given := range host {
		name, interfaces = given, ""
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(interfaces, "0"))
	if err != nil {
		w.t.Fatal(err)
	}
	w.hook = &hook{}
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: w.hook}}
	server.Start()
	w.t.Cleanup(server.Close)
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	w.must("POST /_emulator/webhooks/endpoints {url}", "http://"+net.JoinHostPort(name, port))
	return w
}

// Received lists the webhooks that have arrived so far. With a reference, only those about the charge or transfer that has
// it, and about refunds of that charge.
func (w *World) Received(reference ...string) Webhooks {
	w.t.Helper()
	if w.hook == nil {
		w.t.Fatal("nothing can have arrived: call ReceiveWebhooks first")
	}
	w.hook.Lock()
	defer w.hook.Unlock()
	var found Webhooks
	for _, webhook := range w.hook.received {
		if len(reference) == 0 || webhook.Data.Text("reference") == reference[0] {
			found = append(found, webhook)
		}
	}
	return found
}
