// Package peers starts the npm servers beside which SlotQ is measured, each in a process of its own: PostGraphile 5, and graphql-ws.
// install.sh installs them.
package peers
