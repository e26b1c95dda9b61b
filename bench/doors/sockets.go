package main

import (
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/slotq/slotq/bench/audience"
)

// established is how /proc names the state of an open connection.
const established = "01"

// open counts the connections to the server that its side still keeps open.
func open(s *audience.Server) int {
	at, err := url.Parse(s.WS)
	if err != nil {
		return 0
	}
	port, _ := strconv.Atoi(at.Port())
	local := fmt.Sprintf(":%04X", port)
	raw, _ := os.ReadFile("/proc/net/tcp")
	n := 0
	for line := range strings.Lines(string(raw)) {
		fields := strings.Fields(line)
		if len(fields) > 3 && strings.HasSuffix(fields[1], local) && fields[3] == established {
			n++
		}
	}
	return n
}
