/** Loads Temporal where the browser has none; nothing that counts days may run before. */
export async function ensureTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
}
