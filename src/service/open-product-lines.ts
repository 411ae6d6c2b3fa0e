import type { Chain, NetworkId } from '../chain/chain.ts'
import type { Indexes } from '../chain/indexes/create-indexes.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { withOperatorRules } from '../offers/operator-rules.ts'
import type { AnyOffer } from '../offers/offer.ts'
import { withPlayMoney } from '../offers/with-play-money.ts'
import { datasets } from '../products/data/datasets.ts'
import { createSellableCheck } from '../products/crypto/token-analysis/check-sellable.ts'
import { createTokenReports } from '../products/crypto/token-analysis/token-reports.ts'
import type { ScoreBriefly } from '../products/trust/brief-score.ts'
import { trustOffers } from '../products/trust/trust-offers.ts'
import type { Hex } from '../shared/bytes.ts'
import type { ServiceInput } from './service-input.ts'
import { productLines, type BuiltInOffer } from './catalog.ts'
import type { ConfirmedOperators } from './confirmed-operators.ts'
import type { DataWorld } from './data-world.ts'
import { openLabels } from './open-labels.ts'
import { inDocumentOrder } from './goods/order-offers.ts'

export interface ProductLineParts {
  readonly data: DataWorld
  /** The networks on which payments are taken. */
  readonly chains: ReadonlyMap<NetworkId, Chain>
  readonly payTo: Hex
  readonly indexes: Indexes
  readonly ledger: Ledger
  /** Ids of the sources of the lists of sanctions. */
  readonly lists: readonly string[]
  readonly confirmedOperators: ConfirmedOperators
}

/** Everything that is sold, in the order of documents. The list of datasets is for a service that has some. */
export function allOffers(...lists: Parameters<typeof inDocumentOrder>): readonly AnyOffer[] {
  const all = inDocumentOrder(...lists)
  return all.some(({ dataset }) => dataset !== undefined) ? all : all.filter((offer) => offer !== datasets)
}

/** The offers under the rules of the operator, as they are sold here. @throws CatalogError for a rule that names an offer which is not among them */
export function asSoldHere(
  offers: readonly AnyOffer[],
  { config, sandbox }: Pick<ServiceInput, 'config' | 'sandbox'>,
): readonly AnyOffer[] {
  const ruled = withOperatorRules(offers, config)
  return sandbox ? withPlayMoney(ruled) : ruled
}

/** The lines whose code is in `src`. */
export interface OpenedProductLines {
  readonly offers: readonly BuiltInOffer[]
  readonly scoreBriefly: ScoreBriefly
}

/** The offers of the lines whose code is in `src`, with what only the service can give them. */
export function openProductLines({ config, system, sandbox, goods }: ServiceInput, parts: ProductLineParts): OpenedProductLines {
  const { data, chains, indexes, ledger, confirmedOperators } = parts
  const { timers } = system
  const tokens = createTokenReports(timers)
  const isSellable = createSellableCheck(tokens)
  // On the real chains nobody is paid at the address of a sandbox, and play money proves nothing about a payer.
  const isPaidWhereItReads = data.endpoints === null
  const payTo = isPaidWhereItReads ? parts.payTo : null
  const labels = openLabels({ config, payTo, inhabitants: data.standIns?.labels ?? [] })
  const trust = trustOffers(
    {
      indexes,
      timers,
      paymentsOf: async (payer) => (isPaidWhereItReads ? ledger.payerHistory(payer) : { ended: 0, settled: 0 }),
      confirmationOf: (address) => confirmedOperators.of(address),
      isSellable,
      payTo: payTo === null ? null : (payTo.toLowerCase() as Hex),
    },
    parts.lists,
  )
  const offers = productLines(
    {
      lists: parts.lists,
      discovery: {
        freeCallsPerDay: config.freeQuotaPerDay,
        protocols: ['x402', 'mpp'],
        networks: [...chains.values()].map(({ network }) => network),
        playMoney: sandbox !== null,
      },
      trust,
      wallets: { timers, labels, isSellable },
      tokens,
      whales: { indexes, labels },
    },
    (line) => goods.builtIn.has(line),
  )
  return { offers, scoreBriefly: trust.scoreBriefly }
}
