import type { Clock } from './clock.ts'
import { createLastUsed } from './last-used.ts'

export interface RateLimit {
  /**
   * Takes tokens of this client, one unless given. Returns 0 when there were so many, otherwise the whole seconds until there are.
   * A request that needs more than a full bucket has, needs a full bucket.
   */
  take(client: string, tokens?: number): number
  /** The same without taking them. */
  wait(client: string, tokens?: number): number
}

interface Bucket {
  tokens: number
  at: number
}

/** Token buckets, one per client address; those used most recently are kept. */
export function createRateLimit(options: { burst: number; perSecond: number; clock: Clock; clients?: number }): RateLimit {
  const { burst, perSecond, clock } = options
  const buckets = createLastUsed<Bucket>(options.clients ?? 50_000)

  /** Undefined for a client whose bucket is not kept: such a bucket counts as full. */
  function refilled(client: string): Bucket | undefined {
    const bucket = buckets.get(client)
    if (!bucket) return undefined
    const now = clock.now()
    // A clock that is set back must not empty the bucket.
    const elapsed = Math.max(0, now - bucket.at)
    bucket.tokens = Math.min(burst, bucket.tokens + (elapsed * perSecond) / 1000)
    bucket.at = now
    return bucket
  }

  const secondsUntil = (wanted: number, { tokens }: Bucket): number =>
    tokens >= wanted ? 0 : Math.max(1, Math.ceil((wanted - tokens) / perSecond))

  return {
    take(client, tokens = 1) {
      let bucket = refilled(client)
      if (!bucket) {
        bucket = { tokens: burst, at: clock.now() }
        buckets.set(client, bucket)
      }
      const wanted = Math.min(tokens, burst)
      const wait = secondsUntil(wanted, bucket)
      if (wait === 0) bucket.tokens -= wanted
      return wait
    },
    wait(client, tokens = 1) {
      const bucket = refilled(client)
      return bucket ? secondsUntil(Math.min(tokens, burst), bucket) : 0
    },
  }
}
