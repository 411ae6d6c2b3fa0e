import type { AnyOffer } from '../../offers/offer.ts'
import { defaultLimits, type SourceParts } from '../../sources/policy/create-source.ts'
import { makeDeclared } from '../../sources/declared-source.ts'
import { silentLog } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { catalogOffers, type CatalogSettings } from '../catalog.ts'
import type { LoadedGoods } from './load-goods.ts'
import { openGoods, type OpenedLines, type OpenGoodsParts } from './open-goods.ts'

function notOpened(): never {
  throw new Error('an offer that is only described was called')
}

const clock = { now: () => 0 }
const timers = { after: () => () => {}, soon: () => () => {}, sleep: notOpened }
const silent = { log: silentLog, metrics: silentMetrics }
const sourceParts: SourceParts = {
  http: { send: notOpened, close: async () => {} },
  clock,
  timers,
  random: { bytes: notOpened },
  ...silent,
  simulated: false,
  limits: defaultLimits,
}

/** With these a line can be opened and does nothing: no engine, no source, no database, and time stands still. */
export const inertParts: OpenGoodsParts = {
  described: true,
  named: { name: null, description: null },
  sources: {
    simulated: false,
    sites: { open: notOpened },
    guardedFetch: notOpened,
    declare: (line, settings) => makeDeclared(line, { baseUrl: line.baseUrl, enabled: false, settings }, sourceParts).adapter,
  },
  chains: new Map(),
  stores: { local: { read: notOpened, write: notOpened }, common: { read: notOpened, write: notOpened } },
  world: null,
  sandboxSites: null,
  machine: { dataDir: '.', idleMs: 60_000, processes: 1 },
  languageModel: null,
  publicUrl: 'https://farthing.example',
  clock,
  timers,
  ...silent,
}

/** What is sold, without anything to sell it with. */
export interface DescribedGoods extends Pick<OpenedLines, 'ports'> {
  readonly offers: readonly AnyOffer[]
}

/** All offers of these goods in the order of documents, to describe or check them. None of them may be called. */
export async function describeOffers(goods: LoadedGoods, settings: CatalogSettings): Promise<readonly AnyOffer[]> {
  return (await describeGoods(goods, settings)).offers
}

/** The same, with the ports of the lines. */
export async function describeGoods(goods: LoadedGoods, settings: CatalogSettings): Promise<DescribedGoods> {
  const { offers, ports } = await openGoods(goods, inertParts)
  return { offers: catalogOffers(settings, offers(), goods.order), ports }
}
