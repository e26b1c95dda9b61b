/** Hands a text to the browser's downloads as a file. */
export function download(name: string, kind: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: `${kind};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
