import { describe, expect, it } from 'vitest'
import { palette, tones } from './palette'

type Rgb = [number, number, number]
const rgb = (hex: string): Rgb => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as Rgb
const light = ([r, g, b]: Rgb) => {
  const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)) as Rgb
  return 0.2126 * x + 0.7152 * y + 0.0722 * z
}
const contrast = (a: Rgb, b: Rgb) => {
  const [hi, lo] = [light(a), light(b)].toSorted((x, y) => y - x) as [number, number]
  return (hi + 0.05) / (lo + 0.05)
}
const mix = (a: string, share: number, b: string): Rgb => rgb(a).map((v, i) => Math.round(v * share + rgb(b)[i]! * (1 - share))) as Rgb

const text = 4.5
const shape = 3
const night = palette.dark[8]

describe.each(tones)('%s', (tone) => {
  const steps = palette[tone]
  it('bears white text where it is filled', () => {
    expect(contrast(rgb(steps[8]), rgb('#ffffff'))).toBeGreaterThanOrEqual(text)
    expect(contrast(rgb(steps[7]), rgb('#ffffff'))).toBeGreaterThanOrEqual(text)
  })
  it('is readable on its tint by day', () => {
    for (const tint of [steps[0], steps[1]]) expect(contrast(rgb(steps[9]), rgb(tint))).toBeGreaterThanOrEqual(text)
  })
  it('is readable on its tint by night', () => {
    for (const share of [0.22, 0.34]) expect(contrast(rgb(steps[2]), mix(steps[6], share, night))).toBeGreaterThanOrEqual(text)
  })
  it('has edges that are seen', () => {
    expect(contrast(rgb(steps[6]), rgb('#ffffff'))).toBeGreaterThanOrEqual(shape)
    expect(contrast(rgb(steps[5]), rgb(night))).toBeGreaterThanOrEqual(shape)
  })
})

describe('the page', () => {
  it('is readable', () => {
    expect(contrast(rgb(palette.dark[0]), rgb(night))).toBeGreaterThanOrEqual(text)
    expect(contrast(rgb(palette.dark[2]), rgb(palette.dark[9]))).toBeGreaterThanOrEqual(text)
    expect(contrast(rgb(palette.dark[2]), rgb(night))).toBeGreaterThanOrEqual(text)
    for (const under of ['#ffffff', palette.slate[0], palette.slate[1]]) expect(contrast(rgb(palette.slate[6]), rgb(under))).toBeGreaterThanOrEqual(text)
  })
  it('has links and mistakes that are readable', () => {
    expect(contrast(rgb(palette.pine[8]), rgb('#ffffff'))).toBeGreaterThanOrEqual(text)
    expect(contrast(rgb(palette.pine[3]), rgb(night))).toBeGreaterThanOrEqual(text)
    expect(contrast(rgb(palette.rust[8]), rgb('#ffffff'))).toBeGreaterThanOrEqual(text)
    expect(contrast(rgb(palette.rust[3]), rgb(night))).toBeGreaterThanOrEqual(text)
  })
})
