/** Rows as comma-separated values that spreadsheets read: with the mark of UTF-8, and nothing in them that one would take for a formula. */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const tame = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
  }
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/** Gives a text to the user as a file. */
export function download(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
