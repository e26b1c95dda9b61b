// A small chart without a library: for each phase, the share of frames that took no longer than so long.

const tones = ['#54626a', '#2769a5', '#c2570c']
const [width, height] = [760, 300]
const [left, right, top, bottom] = [56, 16, 40, 60]
const longest = 100

export function chart(series: readonly { name: string; values: readonly number[] }[]): string {
  const x = (ms: number) => left + (Math.min(ms, longest) / longest) * (width - left - right)
  const y = (share: number) => height - bottom - share * (height - top - bottom)
  const parts: string[] = []
  for (const ms of [0, 16.7, 33.3, 50, 100]) {
    parts.push(`<line x1="${x(ms).toFixed(1)}" x2="${x(ms).toFixed(1)}" y1="${y(1)}" y2="${y(0)}" stroke="#ccc"${ms === 16.7 ? ' stroke-dasharray="4 3"' : ''}/>`, `<text x="${x(ms).toFixed(1)}" y="${y(0) + 16}" fill="#444" text-anchor="middle">${ms}</text>`)
  }
  for (const share of [0, 0.5, 0.95, 1]) parts.push(`<line x1="${left}" x2="${width - right}" y1="${y(share).toFixed(1)}" y2="${y(share).toFixed(1)}" stroke="#eee"/>`, `<text x="${left - 6}" y="${(y(share) + 4).toFixed(1)}" fill="#444" text-anchor="end">${share * 100}%</text>`)
  for (const [n, { name, values }] of series.entries()) {
    const order = values.toSorted((a, b) => a - b)
    const points: string[] = [`${x(0)},${y(0)}`]
    for (let ms = 0; ms <= longest; ms += 0.5) points.push(`${x(ms).toFixed(1)},${y(order.filter((value) => value <= ms).length / order.length).toFixed(1)}`)
    parts.push(`<polyline fill="none" stroke="${tones[n % tones.length]}" stroke-width="2" points="${points.join(' ')}"/>`)
    parts.push(`<rect x="${left + n * 236}" y="${height - 26}" width="12" height="12" fill="${tones[n % tones.length]}"/>`, `<text x="${left + 18 + n * 236}" y="${height - 16}" fill="#222">${name}</text>`)
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Share of frames that took no longer than so many milliseconds" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<text x="12" y="20" fill="#222" font-size="13">Share of frames that took no longer than so many milliseconds (dashed: 60 a second)</text>
${parts.join('\n')}
</svg>
`
}
