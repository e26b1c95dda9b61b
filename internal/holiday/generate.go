package holiday

//go:generate sh -c "cd generate && { test -d node_modules || npm ci; } && npm run --silent generate"
