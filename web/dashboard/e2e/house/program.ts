import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** What the demo writes about itself in demo.json. */
export interface Manifest {
  graphql: string
  ws: string
  story: { tenant: string; venueId: string; slotId: string }
  tenants: {
    code: string
    name: string
    venues: { id: string; code: string; name: string; timeZone: string }[]
    tokens: Record<'admin' | 'staff' | 'customerA' | 'customerB' | 'agent', string>
  }[]
  provider: { control: string }
}

/** A running `slotq demo`, with a PostgreSQL of its own. */
export interface Program {
  url: string
  manifest: Manifest
  data: string
  /** What it has printed so far. */
  log(): string
  /** Ends it as a power cut does. Its database goes with it. */
  kill(): Promise<void>
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>
}

export const binary = resolve(process.env.SLOTQ_BINARY ?? join(import.meta.dirname, '../../../../bin/slotq'))
const patience = 90_000
const pace = 50

/** A folder for a program's data, outside the tree: the database's own user must be able to pass through. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slotq-browser-'))
  chmodSync(folder, 0o755)
  return folder
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** Starts the demo on a free port, or on the given one, and waits until it answers. */
export async function startDemo(data: string, addr = '127.0.0.1:0', more: string[] = []): Promise<Program> {
  if (!existsSync(binary)) throw new Error(`there is no ${binary}; run make build`)
  const path = join(data, 'demo.json')
  rmSync(path, { force: true })
  const child = spawn(binary, ['demo', '--data', data, '--addr', addr, '--metrics-addr', '', ...more], { stdio: ['ignore', 'pipe', 'pipe'], env: clean() })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const deadline = Date.now() + patience
  while (!existsSync(path) || !(await answers(manifestAt(path)))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the demo does not get ready:\n${said}`)
    }
    await new Promise((next) => setTimeout(next, pace))
  }
  const manifest = manifestAt(path)
  if (!manifest) throw new Error(`${path} cannot be read`)
  return {
    url: originOf(manifest),
    manifest,
    data,
    log: () => said,
    kill: () => end(child, ended, 'SIGKILL'),
    stop: () => end(child, ended, 'SIGINT'),
  }
}

export const originOf = (manifest: Manifest): string => new URL(manifest.graphql).origin

async function end(child: ChildProcess, ended: Promise<void>, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  await ended
}

/** The file may be half written. */
function manifestAt(path: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch {
    return undefined
  }
}

async function answers(manifest: Manifest | undefined): Promise<boolean> {
  if (!manifest) return false
  return fetch(`${originOf(manifest)}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
}

/** Settings of whoever runs the stories are not the program's. */
function clean(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SLOTQ_') && name !== 'DATABASE_URL' && name !== 'NATS_URL'))
}
