import type { Source } from './create-source.ts'
import type { Feed } from './feed.ts'

export interface Supply {
  readonly source: Source
  /** The feeds in which something may still be in hand when the source is down. */
  readonly feeds: readonly Pick<Feed<unknown>, 'holdsAny'>[]
}

/**
 * Whether at least so many of these can give something: `disabled` when too few are switched on, `down` when too few
 * of those would be asked now or have something in hand.
 */
export function availabilityOf(supplies: readonly Supply[], least = 1): 'available' | 'down' | 'disabled' {
  const enabled = supplies.filter(({ source }) => source.enabled)
  if (enabled.length < least) return 'disabled'
  const able = enabled.filter(({ source, feeds }) => source.ready() || feeds.some((feed) => feed.holdsAny()))
  return able.length < least ? 'down' : 'available'
}
