package chart

import "math"

// scale says how high a value stands, and at which steps a line helps the eye.
type scale struct {
	y     func(v float64) float64
	steps []float64
}

// scaleOf is a panel's scale: from zero, or from a power of ten, up to what is highest.
func (d *drawing) scaleOf(p Panel) scale {
	lowest, highest := d.reach(p)
	if d.Log {
		from, to := math.Floor(math.Log10(lowest)), math.Ceil(math.Log10(highest)+1e-9)
		s := scale{y: func(v float64) float64 { return d.top + panelHigh*(1-(math.Log10(v)-from)/(to-from)) }}
		for e := from; e <= to; e++ {
			s.steps = append(s.steps, math.Pow(10, e))
		}
		return s
	}
	step := math.Pow(10, math.Floor(math.Log10(highest)))
	for highest/step < 4 {
		step /= 2
	}
	most := math.Ceil(highest/step) * step
	s := scale{y: func(v float64) float64 { return d.top + panelHigh*(1-v/most) }}
	for v := 0.0; v <= most; v += step {
		s.steps = append(s.steps, v)
	}
	return s
}

// reach is what a panel's scale has to hold. Where nothing is to be seen it runs from one to ten.
func (d *drawing) reach(p Panel) (lowest, highest float64) {
	lowest, highest = math.Inf(1), 0
	take := func(low, high float64) {
		if high > 0 && (low > 0 || !d.Log) {
			lowest, highest = min(lowest, low), max(highest, high)
		}
	}
	for _, s := range p.Series {
		for _, at := range s.Points {
			take(at.reach())
		}
	}
	for _, m := range p.Marks {
		if !m.Upright {
			take(m.At, m.At)
		}
	}
	if math.IsInf(lowest, 1) {
		return 1, 10
	}
	return lowest, highest
}
