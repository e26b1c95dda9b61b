package provider

import (
	"net"
	"net/http"
	"time"
)

const mostAnswer = 64 << 10 // bytes of an answer that are read, and of its headers

// newTransport is how requests travel: straight to the provider, by HTTP/1.1.
func newTransport() *http.Transport {
	only1 := new(http.Protocols)
	only1.SetHTTP1(true)
	return &http.Transport{
		Proxy:                  nil, // an address from the environment would see the credential
		Protocols:              only1,
		DialContext:            (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
		TLSHandshakeTimeout:    5 * time.Second,
		MaxIdleConnsPerHost:    32,
		IdleConnTimeout:        4 * time.Second, // less than servers' usual five: a write doesn't meet a connection that is just being closed
		MaxResponseHeaderBytes: mostAnswer,
		DisableCompression:     true, // an answer is as long as it says
	}
}
