package paymentemulator

import (
	"encoding/json"
	"fmt"
	"io"
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
func (w *World) Request(method, path string, body any, headers ...map[string]string) Data {
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

func (w *World) authorized(method, path string, body any, headers []map[string]string) (int, []byte, error) {
	all := map[string]string{"Authorization": "Bearer " + w.accessToken}
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

// hook is a webhook endpoint of a test.
type hook struct {
	sync.Mutex
	received []Webhook
}

func (h *hook) ServeHTTP(_ http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body)
	arrived := Webhook{Body: string(body), Headers: request.Header}
	_ = json.Unmarshal(body, &arrived.Event)
	h.Lock()
	defer h.Unlock()
	h.received = append(h.received, arrived)
}

// ReceiveWebhooks starts a webhook endpoint on loopback that answers 200, adds it to the world and returns its address. It
// stops after the test.
func (w *World) ReceiveWebhooks() string {
	w.t.Helper()
	w.hook = &hook{}
	server := httptest.NewServer(w.hook)
	w.t.Cleanup(server.Close)
	w.must("POST /_emulator/webhooks/endpoints {url}", server.URL)
	return server.URL
}

// Received lists the webhooks that have arrived so far, oldest first.
func (w *World) Received() []Webhook {
	w.t.Helper()
	if w.hook == nil {
		w.t.Fatal("nothing can have arrived: call ReceiveWebhooks first")
	}
	w.hook.Lock()
	defer w.hook.Unlock()
	return append([]Webhook(nil), w.hook.received...)
}
