package loadtest

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"
)

// progress tells once a second how it goes until ctx ends: on a terminal in one line that is written anew, elsewhere in lines
// of their own.
func progress(ctx context.Context, to io.Writer, t *Tally) {
	again := "\n"
	if f, ok := to.(*os.File); ok && terminal(f) {
		again = "\r"
	}
	began := time.Now()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			if again == "\r" {
				_, _ = fmt.Fprintln(to)
			}
			return
		case <-tick.C:
			c := t.Counts()
			_, _ = fmt.Fprintf(to, "%4.0f s  asked %d  done %d  refused %d  failed %d  out %d  p50 %.1f ms  p99 %.1f ms   %s",
				time.Since(began).Seconds(), c.Asked, c.Done, c.Denied(), c.Failed, c.Out(), ms(t.Quantile(0.5)), ms(t.Quantile(0.99)), again)
		}
	}
}

func terminal(f *os.File) bool {
	about, err := f.Stat()
	return err == nil && about.Mode()&os.ModeCharDevice != 0
}
