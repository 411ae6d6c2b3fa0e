import type { AnyOffer } from '../../offers/offer.ts'
import { silentLog } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { productLines, type ProductSettings } from '../catalog.ts'
import type { LoadedGoods } from './load-goods.ts'
import { openGoods, type OpenGoodsParts } from './open-goods.ts'
import { inDocumentOrder } from './order-offers.ts'

function notOpened(): never {
  throw new Error('an offer that is only described was called')
}

/** With these a line can be opened and does nothing: no engine, no source, no database. */
const nothing: OpenGoodsParts = {
  described: true,
  sources: { simulated: false, declare: notOpened },
  chains: new Map(),
  stores: { local: { read: notOpened, write: notOpened }, common: { read: notOpened, write: notOpened } },
  publicUrl: 'https://farthing.example',
  ports: {},
  clock: { now: () => 0 },
  timers: { after: () => () => {}, soon: () => () => {}, sleep: notOpened },
  log: silentLog,
  metrics: silentMetrics,
}

/** All offers of these goods in the order of documents, to describe or check them. None of them may be called. */
export async function describeOffers(goods: LoadedGoods, settings: ProductSettings): Promise<readonly AnyOffer[]> {
  const { offers } = await openGoods(goods, nothing)
  return inDocumentOrder(
    productLines(settings, (line) => goods.builtIn.has(line)),
    offers(),
    goods.order,
  )
}
