import { createHash } from 'node:crypto'

/** A cursor of the same venue's log, far behind its end: as one is that was given before the log was lost. */
export function beyondTheLog(cursor: string, tenantId: string): string {
  const body = Buffer.from(cursor, 'base64url').subarray(0, 25) // version, venue, position; internal/feed/cursor.go
  body.writeBigUInt64BE(body.readBigUInt64BE(17) + 1_000_000n, 17)
  const check = createHash('sha256').update('slotq cursor').update(bytesOf(tenantId)).update(body).digest().subarray(0, 4)
  return Buffer.concat([body, check]).toString('base64url')
}

const bytesOf = (id: string): Buffer => Buffer.from(id.slice(id.indexOf('_') + 1), 'base64url')
