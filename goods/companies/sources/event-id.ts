import { createHash } from 'node:crypto'

/** The id of a change: the same for the same parts, in every process. */
export function eventId(source: string, ...parts: readonly (string | null)[]): string {
  return `${source}:${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)}`
}
