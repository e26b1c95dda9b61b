// Package naming owns what a name may be: the one rule for everything that people call by a name of their own.
package naming
