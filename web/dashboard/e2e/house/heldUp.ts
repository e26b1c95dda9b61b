import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomInt } from 'node:crypto'
import { until } from './until'

/** A reservation at which the program works until it is let go, for five seconds at most: then its database gives the work up. */
export interface HeldUp {
  /** Waits until the program has begun to work at it. */
  begun(): Promise<void>
  /** May be called more than once. */
  letGo(): Promise<void>
}

/**
 * Has the program's database take its time over every change of a reservation, as one does that is slow or stands in a long line. The command that
 * makes the change is a real one, and is really done in the end.
 */
export async function holdUp(reservationId: string): Promise<HeldUp> {
  const database = new Session()
  const gate = randomInt(1, 2 ** 31)
  const row = Buffer.from(reservationId.slice(reservationId.indexOf('_') + 1), 'base64url').toString('hex')
  await database.ask(`
    SELECT pg_advisory_lock(${gate});
    CREATE FUNCTION held_up_${gate}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = 0 AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${gate}); RETURN NEW; END $$;
    CREATE TRIGGER held_up_${gate} BEFORE UPDATE ON reservations FOR EACH ROW WHEN (NEW.id = '${row}') EXECUTE FUNCTION held_up_${gate}();`)
  let held = true
  return {
    async begun() {
      const waiting = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${gate} AND NOT granted;`
      await until('the program works at the reservation', async () => (await database.ask(waiting)) === '1')
    },
    async letGo() {
      if (!held) return
      held = false
      await database.ask(`SELECT pg_advisory_unlock(${gate});`)
      await database.ask(`DROP TRIGGER held_up_${gate} ON reservations; DROP FUNCTION held_up_${gate}();`)
      await database.end()
    },
  }
}

/** A session with the private database of the program that the stories share, as its superuser. */
class Session {
  private readonly psql
  private said = ''
  private over = false
  private asked = 0

  constructor() {
    const access = JSON.parse(readFileSync(join(process.env.E2E_DATA ?? '', 'postgres.json'), 'utf8')) as { port: number; admin_password: string }
    const settings = { PGHOST: '127.0.0.1', PGPORT: String(access.port), PGUSER: 'postgres', PGPASSWORD: access.admin_password, PGDATABASE: 'slotq' }
    this.psql = spawn('psql', ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1'], { env: { ...process.env, ...settings } })
    for (const stream of [this.psql.stdout, this.psql.stderr]) stream.on('data', (text: Buffer) => (this.said += text.toString()))
    for (const event of ['error', 'exit'] as const) this.psql.on(event, () => (this.over = true))
  }

  /** What a statement answers, or the last of several. */
  async ask(sql: string): Promise<string> {
    const from = this.said.length
    const mark = `answered ${++this.asked}`
    this.psql.stdin.write(`${sql}\n\\echo ${mark}\n`)
    return until('the database answers', () => {
      if (this.over) throw new Error(`psql ended: ${this.said.slice(from)}`)
      const answer = this.said.slice(from)
      return Promise.resolve(answer.includes(`${mark}\n`) && answer.slice(0, answer.indexOf(mark)).trim())
    })
  }

  async end(): Promise<void> {
    this.psql.stdin.end()
    await until('psql ends', () => Promise.resolve(this.over))
  }
}
