// Package calendar owns civil time: what a date, a clock time and a weekly opening rule mean in a venue's IANA zone, and
// which instants the slots of those rules begin and end at. It is pure: rules, zone and dates in, instants out. What is
// stored, which slots may be moved, and whether a slot may be booked now is decided elsewhere.
//
// # How rules become slots
//
// Rules are read on the wall first and turned into instants last, in three steps.
//
// Which windows open. A weekly window opens on the dates of its weekdays and belongs to the date it opens on, also when it
// runs past midnight. A dated exception owns its whole civil date: the weekly windows of that date do not open, and the
// slots of the evening before that would start on it are gone. A slot of the evening before that starts ahead of midnight
// stays, although it may end on the exception's date. Where two windows meet, the earlier one ends when the later one opens.
//
// Which wall-clock starts. From the opening in steps of the start interval, which is the slot length unless the window says
// otherwise, as long as a whole slot fits before the close, all of it wall-clock arithmetic. So slots keep their hours
// through the year, and midnight is a time like any other. An interval longer than the slot leaves a pause after each; a
// shorter one makes the window's slots overlap: an hour-long slot every half hour.
//
// Which instants. A start that a clock change removes (also the whole date that Apia left out in 2011) yields no slot. A
// start that repeats yields a slot at both instants, in order. So there are never two slots with the same start instant,
// of whatever windows. A slot lasts its length in elapsed time, but ends sooner when the wall clock passes the window's
// close for good. Unless its window overlaps, it also ends sooner when the next slot starts, of whichever window. Near a
// clock change a slot can therefore be shorter than its length, never longer.
//
// In a window that doesn't overlap, an hour near a clock change can be left without a slot, never with two. In one that
// does, slots there overlap as on any other day, and differently: as many run at once as the elapsed time brings together.
// Over a removed hour a slot that started before it runs into those that start after it. In a repeated hour the slots of
// the first pass run into those of the second, and past the opening of a window that follows within that hour.
//
// # Which clocks
//
// The zone data are a part of the program, see TzdataVersion. They come with the Go toolchain that it was generated with.
// What the next changes in them do to the slots of given rules, Touched tells.
package calendar
