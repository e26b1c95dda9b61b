package provider

import (
	"errors"
	"fmt"
	"net/url"
)

// CheckEndpoint says what is wrong with a provider's address; nil when it can be used: http or https, a host, perhaps a
// path, and no credential, because addresses are shown and logged.
func CheckEndpoint(endpoint string) error {
	_, err := parseEndpoint(endpoint)
	return err
}

func parseEndpoint(endpoint string) (*url.URL, error) {
	at, err := url.Parse(endpoint)
	switch {
	case err != nil:
		return nil, errors.New("a provider's address must be a URL such as https://seats.example.com/api") // the cause may quote a credential
	case at.User != nil:
		return nil, errors.New("a provider's address must not hold a credential: name the environment variable that does")
	case at.Scheme != "http" && at.Scheme != "https":
		return nil, fmt.Errorf("a provider's address must begin with http:// or https://, not %q", at.Scheme)
	case at.Hostname() == "" || at.RawQuery != "" || at.ForceQuery || at.Fragment != "":
		return nil, errors.New("a provider's address must be a host and perhaps a path, with no query behind it")
	}
	return at, nil
}

// plain reports whether a reference can stand in a path and in a header as it is.
func plain(reference string) bool {
	return reference != "" && reference != "." && reference != ".." && len(reference) <= 200 && url.PathEscape(reference) == reference
}
