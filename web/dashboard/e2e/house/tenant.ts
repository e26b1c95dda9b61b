import { Client } from './api'
import type { Manifest } from './program'

export type Person = 'admin' | 'staff' | 'customerA' | 'customerB' | 'agent'

/** A membership of the demo, as its sign-in form names it. */
interface Member {
  subject: string
  person: string
}

/** One tenant of the demo: its people by the API, and what the sign-in form calls them. */
export class Tenant {
  private members: Member[] | undefined
  private readonly clients = new Map<Person, Client>()

  constructor(
    private readonly manifest: Manifest,
    readonly code: string,
  ) {}

  private get entry(): Manifest['tenants'][number] {
    const found = this.manifest.tenants.find((tenant) => tenant.code === this.code)
    if (!found) throw new Error(`the demo has no tenant ${this.code}`)
    return found
  }

  /** The venue that the demo gives this tenant. */
  get home(): Manifest['tenants'][number]['venues'][number] {
    const [venue] = this.entry.venues
    if (!venue) throw new Error(`tenant ${this.code} has no venue`)
    return venue
  }

  as(person: Person): Client {
    const client = this.clients.get(person) ?? new Client(this.manifest.graphql, this.entry.tokens[person])
    this.clients.set(person, client)
    return client
  }

  /** A program of the same tenant that holds a key. */
  holding(secret: string): Client {
    return new Client(this.manifest.graphql, secret)
  }

  /** The value that the demo's sign-in form sends for a person. */
  async formValue(person: Person): Promise<string> {
    this.members ??= await this.readMembers()
    const member = this.members.find((candidate) => candidate.subject === person)
    if (!member) throw new Error(`${this.code} has no member ${person}`)
    return member.person
  }

  private async readMembers(): Promise<Member[]> {
    const { memberships } = await this.as('admin').ask<{ memberships: { nodes: { id: string; issuer: string; subject: string }[] } }>(
      '{ memberships(first: 100) { nodes { id issuer subject } } }',
    )
    return memberships.nodes.filter((m) => m.issuer === 'demo:local').map((m) => ({ subject: m.subject, person: uuidOf(m.id) }))
  }
}

/** The UUID inside an id of the API. */
function uuidOf(id: string): string {
  const hex = Buffer.from(id.slice(id.indexOf('_') + 1), 'base64url').toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
