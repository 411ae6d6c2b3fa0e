import { createHash } from 'node:crypto'
import { dayMs, isPublishingDay, releaseMs } from '../notices/notices-of-day.ts'

/** Where an iteration is: all its pages show the notices of one moment. */
export interface IterationPlace {
  /** Milliseconds. */
  readonly at: number
  /** How many notices were given. */
  readonly given: number
}

export function writeToken(query: string, { at, given }: IterationPlace): string {
  return Buffer.from(JSON.stringify([markOf(query), at, given])).toString('base64url')
}

/** The place of a token; `invalid` for a token of another query, `expired` 24 hours after the next release. */
export function readToken(token: string, query: string, now: number): IterationPlace | 'invalid' | 'expired' {
  try {
    const [mark, at, given] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [string, number, number]
    if (mark !== markOf(query) || !Number.isSafeInteger(at) || !Number.isSafeInteger(given)) return 'invalid'
    return now > nextRelease(at) + dayMs ? 'expired' : { at, given }
  } catch {
    return 'invalid'
  }
}

function markOf(query: string): string {
  return createHash('sha256').update(query).digest('base64url').slice(0, 16)
}

function nextRelease(at: number): number {
  let day = Math.floor(at / dayMs)
  while (!isPublishingDay(day) || day * dayMs + releaseMs <= at) day++
  return day * dayMs + releaseMs
}
