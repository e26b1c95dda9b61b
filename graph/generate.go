package graph

// gqlgen leaves the file of a removed schema file behind and then stumbles over it, so the folder is emptied first.
//go:generate sh -c "rm -f generated/*.generated.go"
//go:generate sh -c "cd .. && go tool gqlgen generate"
