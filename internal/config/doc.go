// Package config owns what an operator may set: one struct a command, filled by kong from flags, else the environment,
// else the default that the help text shows. Validate refuses what can't work before anything is started. It leaves the
// meaning of each setting to the room that takes it.
package config
