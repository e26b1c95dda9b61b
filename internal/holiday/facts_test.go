package holiday_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Whole stretches of the calendar as people of the place know them: what is missing fails as much as what is too many.
func TestStretches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, region, first, last string
		want                      []string
	}{
		{"Seollal begins on its eve", "KR", "2026-02-01", "2026-02-28", []string{
			"2026-02-16 Korean New Year", "2026-02-17 Korean New Year", "2026-02-18 Korean New Year",
		}},
		{"Seollal on a Sunday has a substitute", "KR", "2027-02-01", "2027-02-28", []string{
			"2027-02-06 Korean New Year", "2027-02-07 Korean New Year", "2027-02-08 Korean New Year", "2027-02-09 Korean New Year (substitute day)",
		}},
		{"Chuseok of 2026 ends on a Saturday, which gives nothing; Foundation Day on a Saturday does", "KR", "2026-09-20", "2026-10-31", []string{
			"2026-09-24 Korean Thanksgiving", "2026-09-25 Korean Thanksgiving", "2026-09-26 Korean Thanksgiving",
			"2026-10-03 National Foundation Day", "2026-10-05 National Foundation Day (substitute day)", "2026-10-09 Hangul Day",
		}},
		{"Chuseok of 2025 begins on a Sunday", "KR", "2025-10-04", "2025-10-10", []string{
			"2025-10-05 Korean Thanksgiving", "2025-10-06 Korean Thanksgiving", "2025-10-07 Korean Thanksgiving",
			"2025-10-08 Korean Thanksgiving (substitute day)", "2025-10-09 Hangul Day",
		}},
		{"Labour Day is a holiday in Korea since 2026, not before", "KR", "2025-05-01", "2025-05-04", nil},
		{"and has a substitute", "KR", "2027-05-01", "2027-05-04", []string{"2027-05-01 Labour Day", "2027-05-03 Labour Day (substitute day)"}},
		{"New Year's Day and Memorial Day have none in Korea", "KR", "2028-01-01", "2028-01-10", []string{"2028-01-01 New Year's Day"}},

		{"Golden Week with a substitute", "JP", "2026-04-25", "2026-05-10", []string{
			"2026-04-29 Showa Day", "2026-05-03 Constitution Day", "2026-05-04 Greenery Day", "2026-05-05 Children's Day",
			"2026-05-06 Constitution Day (substitute day)",
		}},
		{"Silver Week: the day between is a holiday", "JP", "2026-09-15", "2026-09-30", []string{
			"2026-09-21 Respect-for-the-Aged Day", "2026-09-22 Citizens' Holiday", "2026-09-23 Autumnal Equinox Day",
		}},
		{"an earlier Silver Week", "JP", "2032-09-15", "2032-09-30", []string{
			"2032-09-20 Respect-for-the-Aged Day", "2032-09-21 Citizens' Holiday", "2032-09-22 Autumnal Equinox Day",
		}},

		{"Thanksgiving is the fourth Thursday", "US", "2026-11-12", "2026-12-24", []string{"2026-11-26 Thanksgiving Day"}},
		{"California has the day after too", "US-CA", "2026-11-12", "2026-12-24", []string{
			"2026-11-26 Thanksgiving Day", "2026-11-27 Day after Thanksgiving Day",
		}},
		{"a substitute may lie in the year before", "US", "2027-12-20", "2028-01-03", []string{
			"2027-12-24 Christmas Day (substitute day)", "2027-12-25 Christmas Day", "2027-12-31 New Year's Day (substitute day)", "2028-01-01 New Year's Day",
		}},
		{"and beyond the covered years", "US", "2032-12-28", "2032-12-31", []string{"2032-12-31 New Year's Day (substitute day)"}},

		{"England's Boxing Day on a Saturday", "GB-ENG", "2026-12-20", "2026-12-31", []string{
			"2026-12-25 Christmas Day", "2026-12-26 Boxing Day", "2026-12-28 Boxing Day (substitute day)",
		}},
		{"Scotland works on Easter Monday", "GB-SCT", "2026-04-01", "2026-04-30", []string{"2026-04-03 Good Friday"}},
		{"Anzac Day on a Saturday, in New South Wales", "AU-NSW", "2026-04-20", "2026-04-30", []string{
			"2026-04-25 Anzac Day", "2026-04-27 Anzac Day (substitute day)",
		}},
		{"Chile rests on Friday and Saturday before Easter", "CL", "2026-04-01", "2026-04-04", []string{
			"2026-04-03 Good Friday", "2026-04-04 Easter Saturday",
		}},
		{"China's Spring Festival begins on the eve", "CN", "2026-02-10", "2026-02-28", []string{
			"2026-02-16 Spring Festival", "2026-02-17 Spring Festival", "2026-02-18 Spring Festival", "2026-02-19 Spring Festival",
		}},
		{"China's free afternoons and days for children are no public holidays", "CN", "2026-05-03", "2026-06-10", nil},
		{"Taiwan's Friday before a Saturday", "TW", "2026-10-01", "2026-10-31", []string{
			"2026-10-09 National Day / Double Tenth Day (substitute day)", "2026-10-10 National Day / Double Tenth Day",
			"2026-10-25 Taiwan Retrocession Day", "2026-10-26 Taiwan Retrocession Day (substitute day)",
		}},
		{"Turkey's half days are none", "TR", "2026-05-20", "2026-05-31", []string{
			"2026-05-27 Feast of the Sacrifice (Eid al-Adha)", "2026-05-28 Feast of the Sacrifice (Eid al-Adha)",
			"2026-05-29 Feast of the Sacrifice (Eid al-Adha)", "2026-05-30 Feast of the Sacrifice (Eid al-Adha)",
		}},
		{"São Paulo keeps the nation's 20 November", "BR-SP", "2026-11-16", "2026-12-01", []string{"2026-11-20 Black Awareness Day"}},
		{"Morocco's new year", "MA", "2026-01-01", "2026-01-31", []string{
			"2026-01-01 New Year's Day", "2026-01-11 Anniversary of the Independence Manifesto", "2026-01-14 Amazigh New Year",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, between(t, c.region, c.first, c.last))
		})
	}
}

func TestTheYearOfSamoa(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{
		"2028-01-01 New Year's Day", "2028-01-02 Day after New Year's Day", "2028-01-03 Day after New Year's Day (substitute day)",
		"2028-04-14 Good Friday", "2028-04-15 Saturday after Good Friday", "2028-04-17 Easter Monday", "2028-05-15 Mothers' Day",
		"2028-06-01 Independence Day", "2028-08-14 Fathers' Day", "2028-10-09 Lotu a Tamaiti", "2028-12-25 Christmas Day", "2028-12-26 Boxing Day",
	}, between(t, "WS", "2028-01-01", "2028-12-31"))
}

// Dates that are a holiday in one place and a working day in its neighbour.
func TestPartsOfACountryDiffer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		date     string
		free     []string
		business []string
	}{
		{"2026-10-03", []string{"DE", "DE-BY", "DE-BE", "DE-BY-A"}, nil},                                     // German Unity Day
		{"2026-01-06", []string{"DE-BY", "DE-BW", "DE-ST"}, []string{"DE", "DE-BE", "DE-HE"}},                // Epiphany
		{"2026-06-04", []string{"DE-BY", "DE-NW"}, []string{"DE-BE", "DE-NI"}},                               // Corpus Christi
		{"2026-08-15", []string{"DE-BY-KATH", "DE-SL"}, []string{"DE-BY-EVANG", "DE-BE"}},                    // Assumption
		{"2026-08-08", []string{"DE-BY-A"}, []string{"DE-BY", "DE-BY-KATH"}},                                 // Peace Festival of Augsburg
		{"2026-03-08", []string{"DE-BE", "DE-MV"}, []string{"DE-BY", "DE-BB"}},                               // Women's Day
		{"2026-10-31", []string{"DE-SN", "DE-HH", "DE-NI"}, []string{"DE-BY", "DE-BE"}},                      // Reformation Day
		{"2026-11-18", []string{"DE-SN"}, []string{"DE-BY", "DE-TH"}},                                        // Prayer and Repentance
		{"2026-07-13", []string{"GB-NIR"}, []string{"GB-ENG", "GB-SCT"}},                                     // the Boyne
		{"2026-05-18", []string{"CA-ON", "CA-QC"}, []string{"US"}},                                           // Victoria Day
		{"2026-06-24", []string{"CA-QC"}, []string{"CA-ON"}},                                                 // Saint John
		{"2026-11-03", []string{"AU-VIC"}, []string{"AU-NSW"}},                                               // Melbourne Cup
		{"2026-04-03", []string{"FR-67", "DE", "CL", "SG", "WS"}, []string{"FR", "JP", "IT", "NL", "US"}},    // Good Friday
		{"2026-12-24", nil, []string{"DE", "US", "KR", "CH-VS", "AU-QLD"}},                                   // Christmas Eve, at most half
		{"2026-05-05", []string{"KR", "JP"}, []string{"CN", "TW", "DE", "US", "NL"}},                         // Children's Day
		{"2026-12-25", []string{"KR", "DE", "US", "GB", "FR", "WS", "IN", "TW", "SG"}, []string{"JP", "MA"}}, // Christmas
	} {
		for _, region := range c.free {
			require.Len(t, between(t, region, c.date, c.date), 1, "%s %s", region, c.date)
		}
		for _, region := range c.business {
			require.Empty(t, between(t, region, c.date, c.date), "%s %s", region, c.date)
		}
	}
}
