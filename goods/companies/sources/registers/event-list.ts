import { createHash } from 'node:crypto'
import type { CompanyChanges, CompanyEvent } from '../company-event.ts'

/** An event without what every event of a source has in common. */
export interface PublishedEvent extends Pick<CompanyEvent, 'type' | 'date' | 'published' | 'summary' | 'url'> {
  /** The source's own id of the change, and what else tells it from others. */
  readonly key: string
  readonly old?: string | null
  readonly new?: string | null
}

/** Events of a source in the common form, the oldest first. Their ids depend on the source and on their keys only. */
export function eventList(
  source: string,
  published: readonly PublishedEvent[],
  truncated: CompanyChanges['truncated'] = null,
): CompanyChanges {
  const events = published.map(({ key, old = null, new: now = null, ...rest }): CompanyEvent => {
    const id = createHash('sha256').update(`${source}\n${key}`).digest('hex').slice(0, 32)
    return { id, ...rest, old, new: now, source, method: 'feed' }
  })
  return { events: events.toSorted((a, b) => compare(a.published, b.published) || compare(a.id, b.id)), truncated }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** A key of a feed of changes: the register number and the first day. */
export function changesKey(registerNumber: string, since: string): string {
  return `${registerNumber} ${since}`
}

/** The parts of such a key. */
export function ofChangesKey(key: string): { readonly number: string; readonly since: string } {
  const [number = '', since = ''] = key.split(' ')
  return { number, since }
}
