import { parseInput } from '../../../src/gate/input/input.ts'
import type { AnyOffer } from '../../../src/offers/offer.ts'
import { systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { Problem } from '../../../src/shared/problems.ts'
import { nobodyScreens } from '../../../src/sources/screening-port.ts'
import type { SourceParts } from '../../../src/sources/policy/create-source.ts'
import type { Sources } from '../../../src/sources/sources.ts'
import { openMemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'
import { hold } from '../promises.ts'
import type { Target } from '../run-fuzz.ts'
import { stillClock } from '../still-world.ts'
import { allOffers } from './all-offers.ts'
import { httpTo, liesNear, upstreamsWords, type UpstreamLie } from './lying-upstreams.ts'
import { ourProblem } from './payments.ts'
import { declaredOver } from './source-questions.ts'
import { lines } from '../../../goods/lines.ts'
import { inertParts } from '../../../src/service/goods/describe-offers.ts'
import { loadGoods } from '../../../src/service/goods/load-goods.ts'
import { openGoods } from '../../../src/service/goods/open-goods.ts'
import type { DeclaredSource } from '../../../src/sources/declared-source.ts'
import { partsOver, resources, truthOf, type Lied } from './upstreams.ts'
import { ourselves } from '../../../src/shared/caller.ts'
import { allProblems } from '../../all-problems.ts'

/** What may be said where nothing of ours has failed. */
const codes = (await allProblems()).map(({ code }) => code).filter((code) => !['run_failed', 'internal_error'].includes(code))

const store = openMemoryStore({ clock: stillClock, timers: systemTimers, log: silentLog, metrics: silentMetrics })

/** Lines have sources of their own. Every name is inconclusive. */
const sourcesOfTill = {
  simulated: true,
  sanctions: nobodyScreens,
  coinPrices: null,
  tokenPools: null,
  byId: new Map(),
} as unknown as Sources

const goods = await loadGoods({ goods: [], mode: 'sandbox' }, lines, {})

/** An offer of a line asks the sources that its line was opened with. */
async function offerOver(offer: AnyOffer, http: SourceParts['http']): Promise<AnyOffer> {
  const parts = partsOver(http)
  const sources = { ...inertParts.sources, simulated: true, declare: <A>(one: DeclaredSource<A>) => declaredOver(one, parts) }
  const opened = await openGoods(goods, { ...inertParts, sources, clock: stillClock, stores: { local: store, common: store } })
  return opened.offers().find((one) => one.offer.id === offer.id)?.offer ?? offer
}

async function runOn(described: AnyOffer, http: SourceParts['http']): Promise<unknown> {
  const offer = await offerOver(described, http)
  const { path = {}, query = {}, body } = offer.example
  const input = parseInput(offer, { path, query, body })
  const outcome = await offer.run(input, {
    sources: sourcesOfTill,
    chains: new Map(),
    clock: stillClock,
    caller: ourselves,
    takeFreeUnit: async () => true,
    signal: new AbortController().signal,
    log: silentLog,
    catalog: { offers: allOffers },
    publicUrl: 'https://api.example.com',
  })
  return JSON.parse(JSON.stringify(outcome.body))
}

/** Every offer that needs only upstreams, run with its own example. */
export const productTargets = (await Promise.all(allOffers.map(productTarget))).flat() as readonly Target[]

async function productTarget(offer: AnyOffer): Promise<Target<Lied, readonly UpstreamLie[]>[]> {
  const bodies = new Map<string, string>()
  // Offers that need a chain fail here.
  await runOn(
    offer,
    httpTo([], (at, right) => bodies.set(at, right)),
  ).catch(() => {})
  const read = [...bodies].map(([at, right]) => {
    return resources.find((one) => one.at === at) ?? { lie: liesNear(at, right), truth: truthOf(at, right) }
  })
  if (read.length === 0) return []
  const truths = read.map(({ truth }) => truth)
  return [
    {
      name: `${offer.id} on upstreams that lie`,
      share: 0.1,
      // It reads several documents, and creates adapters.
      maxMs: 80,
      make(random) {
        const share = random.pick([0.15, 0.5, 0.95])
        return { lies: read.filter(() => random.chance(share)).map(({ lie }) => lie(random)) }
      },
      fed: ({ lies }) => [...lies, ...truths],
      async check(told) {
        try {
          const answer = await runOn(offer, httpTo(told))
          const parsed = offer.answer.safeParse(answer)
          hold(parsed.success, `the answer has the shape that was declared: ${parsed.error?.message}`)
          return 'answer'
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          hold(!error.message.includes(upstreamsWords), 'the words of an upstream go no further')
          return ourProblem(error, codes)
        }
      },
      reaches: ['answer'],
    },
  ]
}
