import type { Source } from './create-source.ts'
import type { Feed } from './feed.ts'

export interface Supply {
  readonly source: Source
  /** The feeds whose cached values can be used while the source is down. */
  readonly feeds: readonly Pick<Feed<unknown>, 'hasCached'>[]
}

/**
 * Whether at least `minCount` of these can give something. `disabled`: too few are switched on. `down`: too few of those accept
 * requests now or have a cached value.
 */
export function availabilityOf(supplies: readonly Supply[], minCount = 1): 'available' | 'down' | 'disabled' {
  const enabled = supplies.filter(({ source }) => source.enabled)
  if (enabled.length < minCount) return 'disabled'
  const able = enabled.filter(({ source, feeds }) => source.ready() || feeds.some((feed) => feed.hasCached()))
  return able.length < minCount ? 'down' : 'available'
}
