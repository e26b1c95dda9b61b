// Package journal owns what leaves the program as lines of a log: a line of a call names the call, and none holds a secret
// or tells of a person, whoever wrote it. What is worth a line, and when, is left to the rooms.
package journal
