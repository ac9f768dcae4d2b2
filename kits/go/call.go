package paymentemulator

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"
)

// client waits longer than the longest wait for an event, which is a minute. It uses no proxy: the emulator is near, and
// proxies are for the program under test.
var client = &http.Client{Timeout: 90 * time.Second, Transport: &http.Transport{}}

// call sends a request of the control interface and returns the body of the answer.
func (w *World) call(operation string, values ...any) ([]byte, error) {
	method, address, body := w.fill(operation, values)
	headers := Headers{}
	if token := os.Getenv("EMULATOR_CONTROL_TOKEN"); token != "" {
		headers["Authorization"] = "Bearer " + token
	}
	// A nil map would be sent as null.
	var content any
	if body != nil {
		content = body
	}
	_, answer, err := send(method, address, content, headers)
	return answer, err
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// fill takes an operation apart: a method, a path and, if there are any, the names of query parameters (?a&b) and of the
// members of the body ({a, b}). The values are for these places, from left to right. Nil leaves out a query parameter or a
// member.
func (w *World) fill(operation string, values []any) (method, address string, body map[string]any) {
	next := func() any {
		value := values[0]
		values = values[1:]
		return value
	}
	method, rest, _ := strings.Cut(operation, " ")
	target, members, hasBody := strings.Cut(rest, " ")
	path, names, hasQuery := strings.Cut(target, "?")
	address = w.URL + parameter.ReplaceAllStringFunc(path, func(string) string {
		return url.PathEscape(fmt.Sprint(next()))
	})
	if hasQuery {
		query := url.Values{}
		for _, name := range strings.Split(names, "&") {
			if value := next(); value != nil {
				query.Set(name, fmt.Sprint(value))
			}
		}
		address += "?" + query.Encode()
	}
	if hasBody {
		body = map[string]any{}
		for _, name := range strings.Split(strings.Trim(members, "{}"), ", ") {
			if value := next(); value != nil {
				body[name] = value
			}
		}
	}
	return method, address, body
}

// send sends a request with a JSON body, or a form if the body is url.Values. It returns status and body of the answer, and
// an error with the emulator's message unless the status is 2xx.
func send(method, address string, body any, headers Headers) (int, []byte, error) {
	request, err := http.NewRequest(method, address, nil)
	if err != nil {
		return 0, nil, err
	}
	var content []byte
	if form, isForm := body.(url.Values); isForm {
		content = []byte(form.Encode())
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	} else if body != nil {
		if content, err = json.Marshal(body); err != nil {
			return 0, nil, err
		}
		request.Header.Set("Content-Type", "application/json")
	}
	request.Body = io.NopCloser(bytes.NewReader(content))
	request.ContentLength = int64(len(content))
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, fmt.Errorf("no answer from the emulator: %w. Is payment-emulator running there?", err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, nil, fmt.Errorf("the answer to %s %s broke off: %w", method, address, err)
	}
	if response.StatusCode/100 != 2 {
		err = fmt.Errorf("%s %s answered %d: %s", method, address, response.StatusCode, message(answer))
	}
	return response.StatusCode, answer, err
}

// message is that of an error body, with the invalid fields that it does not mention, or the body itself.
func message(body []byte) string {
	var refusal struct {
		Error json.RawMessage
		// Of v3, and of OAuth.
		Message     string
		Description string `json:"error_description"`
	}
	_ = json.Unmarshal(body, &refusal)
	var inner struct {
		Message string
		Fields  []struct {
			Name    string `json:"field_name"`
			Message string
		} `json:"validation_errors"`
	}
	_ = json.Unmarshal(refusal.Error, &inner)
	for _, text := range []string{inner.Message, refusal.Description, refusal.Message, string(body)} {
		if text == "" {
			continue
		}
		for _, field := range inner.Fields {
			if !strings.Contains(text, field.Message) {
				text += "; " + field.Name + ": " + field.Message
			}
		}
		return text
	}
	return "an empty body"
}
