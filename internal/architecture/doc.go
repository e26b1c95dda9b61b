// Package architecture owns one rule: who may import whom. It holds no code, only the test that reads the imports of every
// package and says in words what is out of place. The picture behind it is in docs/architecture.md.
package architecture
