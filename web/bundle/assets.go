package bundle

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// kind is what a file is served as.
type kind struct {
	contentType string
	shrinks     bool // by compressing; fonts are compressed already
}

// kinds is closed: a file of any other kind has no business in a bundle and is not served. The machine's own table of types is
// not asked, because it differs between machines.
var kinds = map[string]kind{
	".js":    {"text/javascript; charset=utf-8", true},
	".css":   {"text/css; charset=utf-8", true},
	".txt":   {"text/plain; charset=utf-8", true},
	".svg":   {"image/svg+xml", true},
	".woff2": {"font/woff2", false},
}

// assets are the files that a page names.
type assets struct {
	files fs.FS
	small sync.Map // name -> func() []byte, which compresses once
}

func newAssets(files fs.FS) *assets { return &assets{files: files} }

func (a *assets) serve(w http.ResponseWriter, r *http.Request, name string) {
	served, known := kinds[path.Ext(name)]
	info, err := fs.Stat(a.files, name)
	if !known || err != nil || info.IsDir() {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", served.contentType)
	// The name carries a hash of the content: another content is another name.
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	if served.shrinks {
		h.Set("Vary", "Accept-Encoding")
		if takesGzip(r) {
			if body := a.compressed(name); body != nil {
				h.Set("Content-Encoding", "gzip")
				h.Set("Content-Length", strconv.Itoa(len(body)))
				_, _ = w.Write(body) // a reader who has gone away is nobody's error
				return
			}
		}
	}
	http.ServeFileFS(w, r, a.files, name)
}

// compressed is a file's content, made smaller once and kept; nil where that isn't possible.
func (a *assets) compressed(name string) []byte {
	shrunk, _ := a.small.LoadOrStore(name, sync.OnceValue(func() []byte {
		content, err := fs.ReadFile(a.files, name)
		if err != nil {
			return nil
		}
		var out bytes.Buffer
		w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
		if err != nil {
			return nil
		}
		if _, err := w.Write(content); err != nil {
			return nil
		}
		if w.Close() != nil {
			return nil
		}
		return out.Bytes()
	}))
	return shrunk.(func() []byte)()
}

// takesGzip reports whether who asks understands gzip.
func takesGzip(r *http.Request) bool {
	for offer := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		coding, weight, _ := strings.Cut(strings.TrimSpace(offer), ";")
		if coding == "gzip" || coding == "*" {
			q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
			return err != nil || q > 0
		}
	}
	return false
}
