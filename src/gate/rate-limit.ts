import { LRUCache } from 'lru-cache'
import type { Clock } from '../shared/clock.ts'

export interface RateLimit {
  /** Takes one token of this client. Returns 0 when there was one, otherwise the whole seconds until there is one. */
  take(client: string): number
  /** The same without taking a token. */
  wait(client: string): number
}

interface Bucket {
  tokens: number
  at: number
}

/** Token buckets, one per client address; those used most recently are kept. */
export function createRateLimit(options: { burst: number; perSecond: number; clock: Clock; clients?: number }): RateLimit {
  const { burst, perSecond, clock } = options
  const buckets = new LRUCache<string, Bucket>({ max: options.clients ?? 50_000 })

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

  const secondsUntilOne = ({ tokens }: Bucket): number => (tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond)))

  return {
    take(client) {
      let bucket = refilled(client)
      if (!bucket) {
        bucket = { tokens: burst, at: clock.now() }
        buckets.set(client, bucket)
      }
      const wait = secondsUntilOne(bucket)
      if (wait === 0) bucket.tokens -= 1
      return wait
    },
    wait(client) {
      const bucket = refilled(client)
      return bucket ? secondsUntilOne(bucket) : 0
    },
  }
}
