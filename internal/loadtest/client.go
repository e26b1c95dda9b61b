package loadtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"
)

// Vars are the variables of a document.
type Vars map[string]any

// Client speaks GraphQL with one token. It is safe for concurrent use.
type Client struct {
	url, token string
	http       *http.Client
}

// callPatience bounds one call.
const callPatience = 30 * time.Second

// mostAnswer is the longest answer that is read.
const mostAnswer = 64 << 20

// NewClient opens a client for as many calls at once. The address may leave out /graphql.
func NewClient(address, token string, most int) (*Client, error) {
	at, err := url.Parse(address)
	if err != nil || at.Host == "" {
		return nil, fmt.Errorf("%q is no address such as http://127.0.0.1:8080", address)
	}
	if strings.Trim(at.Path, "/") == "" {
		at.Path = "/graphql"
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConns, transport.MaxIdleConnsPerHost = 0, most
	return &Client{url: at.String(), token: token, http: &http.Client{Transport: transport, Timeout: callPatience}}, nil
}

// Close gives the connections up.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Ask sends a document and returns the whole answer, in which errors may stand.
func (c *Client) Ask(ctx context.Context, document string, v Vars) (gjson.Result, error) {
	body, err := json.Marshal(map[string]any{"query": document, "variables": v})
	if err != nil {
		return gjson.Result{}, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return gjson.Result{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+c.token)
	response, err := c.http.Do(request)
	if err != nil {
		return gjson.Result{}, err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer))
	if err != nil {
		return gjson.Result{}, err
	}
	if !gjson.ValidBytes(raw) {
		return gjson.Result{}, fmt.Errorf("%s, and no JSON", response.Status)
	}
	return gjson.ParseBytes(raw), nil
}

// Command gives a mutation that takes an input and a key. A key is made here, and left in the input, unless there is one: whoever
// asks again with the same input asks about the same deed.
func (c *Client) Command(ctx context.Context, name, inputType, fields string, input Vars) Answer {
	_, answer := c.command(ctx, name, inputType, fields, input)
	return answer
}

// command is Command, with the payload, which is empty unless the answer is that it was done.
func (c *Client) command(ctx context.Context, name, inputType, fields string, input Vars) (gjson.Result, Answer) {
	if _, again := input["idempotencyKey"]; !again {
		input["idempotencyKey"] = uuid.NewString()
	}
	document := "mutation($input: " + inputType + "!) { " + name + "(input: $input) { outcome problem { code message } " + fields + " } }"
	return judge(name)(c.Ask(ctx, document, Vars{"input": input}))
}

// judge reads what became of a field from an answer.
func judge(field string) func(gjson.Result, error) (gjson.Result, Answer) {
	return func(whole gjson.Result, err error) (gjson.Result, Answer) {
		if err != nil {
			return gjson.Result{}, Answer{Err: err}
		}
		if first := whole.Get("errors.0"); first.Exists() {
			if code := first.Get("extensions.code").String(); code != "" {
				return gjson.Result{}, Answer{Refused: code}
			}
			return gjson.Result{}, Answer{Err: fmt.Errorf("%s", first.Get("message").String())}
		}
		payload := whole.Get("data." + field)
		if !payload.Exists() {
			return gjson.Result{}, Answer{Err: fmt.Errorf("an answer without %s", field)}
		}
		switch outcome := payload.Get("outcome"); {
		case !outcome.Exists(), outcome.String() == "COMMITTED", outcome.String() == "ACCEPTED":
			return payload, Answer{}
		case outcome.String() == "REJECTED":
			return gjson.Result{}, Answer{Refused: payload.Get("problem.code").String()}
		default:
			return gjson.Result{}, Answer{Refused: outcome.String()}
		}
	}
}
