package config

// Documents are the GraphQL documents that clients may name by their hash instead of sending them, besides the dashboard's own.
type Documents struct {
	DocumentFiles []string `name:"documents" env:"SLOTQ_DOCUMENTS" placeholder:"FILE" help:"Lists of GraphQL documents that clients may name by their SHA-256, each a JSON object of hashes and texts. All are checked at the start."`
	DocumentsOnly bool     `name:"documents-only" env:"SLOTQ_DOCUMENTS_ONLY" help:"Answer no other documents than listed ones and the dashboard's own, introspection included."`
}

// DocumentLists is about lists of documents.
type DocumentLists struct {
	Check DocumentListsCheck `cmd:"" help:"Say what is wrong with lists of documents, as a server would at its start."`
}

// DocumentListsCheck names the lists to check.
type DocumentListsCheck struct {
	Files []string `arg:"" name:"file" help:"JSON files of hashes and texts."`
}
