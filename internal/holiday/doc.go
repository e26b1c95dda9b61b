// Package holiday knows which civil dates are public holidays where: countries, their states and some of their cities, for
// the years that Covered tells. It only knows: whether a venue closes on a holiday is said by whoever runs it.
//
// The dates are data, computed ahead from a collection that many people keep and from the corrections to it in generate/.
// NOTICE.md names the source, its licence and every change. Only holidays that take a whole day are here. Weekends, bridge
// days, working days that a government moves, and elections and days of mourning that are still to be called are not.
package holiday
