/** Rows as comma-separated values that spreadsheets read: with the mark of UTF-8, and nothing in them that one would take for a formula. */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const tame = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
  }
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
