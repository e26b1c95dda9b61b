// Package crashpoints breaks the connection between SlotQ and its database between every two statements of a command or of a
// routine, once before the statement arrives and once after it was carried out with its answer lost, and then asks again. The
// package itself is the line that breaks; its tests are the proof that nothing is lost, doubled or left locked.
package crashpoints
