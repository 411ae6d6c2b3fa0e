import { sandboxNotices } from '../../goods/tenders/sandbox/notices/notice-population.ts'
import { openTestSources } from '../../sandbox/upstreams/open-test-sources.ts'
import type { OfferContext } from '../../src/offers/offer.ts'
import { systemTimers } from '../../src/ops/system.ts'
import { euTenders } from '../../goods/tenders/offer/tenders.ts'
import { ted } from '../../goods/tenders/ted/ted.ts'
import type { SeededRandom } from '../simulator/world/seeded-random.ts'
import { dayMs, type Feed } from './model-feed.ts'

export interface TenderFeed extends Feed {
  close(): Promise<void>
}

const truthOf = { country: null, cpv: ['72'] }

/** Notices about IT services as the product reads them, page by page over HTTP, from the sandbox's TED. Some days TED is not itself. */
export async function openTenderFeed(random: SeededRandom, start: number, days: number): Promise<TenderFeed> {
  const timers = { ...systemTimers, sleep: async () => {} }
  const world = await openTestSources({ timers, limits: { attempts: { retries: 0, backoffMs: 1 } } })
  const tenders = euTenders(world.declared(ted), { simulated: true })
  const faults = ['outage', 'rate-limited', 'invalid', 'ok'] as const
  const standing = Array.from({ length: days + 2 }, () => (random.chance(0.06) ? random.pick(faults) : 'ok'))
  return {
    async read(since, now) {
      world.pass(now - world.clock.now())
      world.upstreams.setMode('ted', standing[Math.floor((now - start) / dayMs)] ?? 'ok')
      const input = {
        path: tenders.path!.parse({ country: 'eu', cpv: '72' }),
        query: tenders.query!.parse({ since, redeliver: 'true' }),
        body: {},
      }
      const context = { sources: world.sources, clock: { now: () => now }, signal: new AbortController().signal }
      const outcome = await tenders.run(input, context as OfferContext)
      if (!outcome.charge || !outcome.watched) throw new Error('no watched answer')
      const { items, answeredUntil } = outcome.watched
      return { notices: items.map(({ id, day }) => ({ id, day, visibleAt: 0 })), answeredUntil }
    },
    all(from, now) {
      return sandboxNotices
        .matching({ ...truthOf, from }, now)
        .filter(({ unreadable }) => !unreadable)
        .map(({ number }) => number)
    },
    close: () => world.close(),
  }
}
