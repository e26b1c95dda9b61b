import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'

interface Manifest {
  graphql: string
  ws: string
  story: { tenant: string; venueId: string }
  tenants: { code: string; tokens: Record<Who, string> }[]
}

/** Somebody of the demo's story, who has a token. */
export type Who = 'customerA' | 'customerB' | 'staff' | 'admin'

const manifest: Manifest = JSON.parse(readFileSync(process.argv[2] ?? '.slotq/demo.json', 'utf8'))
const tenant = manifest.tenants.find(t => t.code === manifest.story.tenant)!

/** Where the server is, and the venue that the story is told in. */
export const graphql = manifest.graphql
export const ws = manifest.ws
export const venueId = manifest.story.venueId

/** What a person sends as `authorization`, in the HTTP header and in `connection_init` alike. */
export function authorization(who: Who): string {
  return `Bearer ${tenant.tokens[who]}`
}

/** A new idempotency key: one for each thing that is meant, kept for as long as it is tried. */
export function key(): string {
  return randomUUID()
}

/** The civil date so many days from now. */
export function day(ahead: number): string {
  return new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
}
