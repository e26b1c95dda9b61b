package holiday

// Region is a country or a part of one that has public holidays of its own.
type Region struct {
	// Code is the ISO 3166-1 code of the country, then the codes of the parts that lead to it: KR, DE-BY, DE-BY-A.
	Code string
	// Name is English as a rule, the smallest part first: "Stadt Augsburg, Bayern, Germany".
	Name string
	// Through is the last year that has all of the yearly holidays. Where it ends before the covered years, the later ones
	// lack dates that are announced year by year.
	Through int
}

// Regions lists every region by its code, so that a country comes before its parts.
func Regions() []Region {
	b := open()
	regions := make([]Region, len(b.Regions))
	for i, region := range b.Regions {
		regions[i] = region.Region
	}
	return regions
}

// Find gives the region of a code, in capitals as Regions writes it, and whether there is one.
func Find(code string) (Region, bool) {
	b := open()
	i, known := b.places[code]
	if !known {
		return Region{}, false
	}
	return b.Regions[i].Region, true
}

// Known reports whether there is a region of that code.
func Known(code string) bool {
	_, known := Find(code)
	return known
}
