// Package chart draws figures as SVG: bars with their spread, and lines over x. A picture tells its title and every number to who
// can't see it, series differ by more than their colour, and the same figures come out as the same bytes.
package chart
