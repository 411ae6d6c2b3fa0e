import { lines } from '../goods/lines.ts'
import { loadGoods, sourcesOfLines } from '../src/service/goods/load-goods.ts'

/** The sources of all lines that come with the service, in their order, as a live service without keys declares them. */
export const ownSources = sourcesOfLines(await loadGoods({ mode: 'live' }, lines, {}))

export const ownSourceIds = ownSources.map(({ id }) => id)

/** Those whose answers may be sold only under a contract. */
export const contracts = ownSources.flatMap(({ id, resale }) => (resale === 'contract' ? [id] : []))
