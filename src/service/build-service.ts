import type { Hono } from 'hono'
import { warnOfProxy } from './warn-of-proxy.ts'
import { createBackgroundWork } from './background-work.ts'
import { createCatalog, type Catalog } from '../offers/catalog.ts'
import { withOperatorRules } from '../offers/operator-rules.ts'
import { productLines } from './catalog.ts'
import type { Chain, NetworkId } from '../chain/chain.ts'
import { createChainPrices } from '../chain/prices/chain-prices.ts'
import { knownPlaces } from '../chain/prices/known-places.ts'
import type { PricePlaces } from '../chain/prices/price-places.ts'
import type { Indexes } from '../chain/indexes/create-indexes.ts'
import type { LabelledAddress } from '../chain/labels/label.ts'
import { nativeSignatures } from '../chain/recover.ts'
import type { Config } from '../config/config.ts'
import { createConfirmedOperators, type ConfirmedOperators } from './confirmed-operators.ts'
import { connectNetworks, type NetworkEndpoints, type Networks } from './connect-networks.ts'
import { createClientKeys, trustedProxies, type ClientKeys, type TrustedProxies } from '../gate/client-address.ts'
import type { OpenedRenderer } from '../engines/browser/renderer.ts'
import type { OpenedReviewEngine } from '../engines/analysers/review/review-engine.ts'
import type { LanguageModel } from '../engines/llm/language-model.ts'
import type { OpenedTextEngines } from '../engines/models/text-engines.ts'
import type { OpenedTranslator } from '../engines/translation/translator.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Health } from '../ops/health.ts'
import type { MetricsRegistry } from '../ops/metrics.ts'
import { readCredential } from '../payments/read-credential.ts'
import { createSellableCheck } from '../products/crypto/token-analysis/check-sellable.ts'
import { createTokenReports } from '../products/crypto/token-analysis/token-reports.ts'
import { liveEndpoints } from './network-settings.ts'
import { openGate, type OpenedGate } from './open-gate.ts'
import { openIndexes } from './open-indexes.ts'
import { closingSteps, type ClosingStep } from './closing-steps.ts'
import { openLabels } from './open-labels.ts'
import { openHealth } from './open-health.ts'
import { openLedgerWhenReachable } from './await-ledger.ts'
import type { OpenedLedger } from './open-ledger.ts'
import { openSettler } from './open-settler.ts'
import type { CreditReport } from '../operate/refunds/credit-report.ts'
import { openCreditReport, openRefunds, openRefundWallet } from './open-refunds.ts'
import { createRefundOrders } from './refund-orders.ts'
import { openReview, watchReview } from './open-review.ts'
import { llmTools, openLlm, watchLlm } from './open-llm.ts'
import { openText, watchText } from './open-text.ts'
import { openTranslator } from './open-translator.ts'
import { openRendering } from './open-rendering.ts'
import { openPayerScreening } from './screen-payers.ts'
import { provenOwnership } from './proven-ownership.ts'
import type { Settler } from '../settler/settler.ts'
import { createUnknownSettlements } from '../settler/watch/unknown-settlements.ts'
import type { Hex } from '../shared/bytes.ts'
import type { FailPoint } from '../shared/fail-point.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Random } from '../shared/random.ts'
import { createSources, type Sources, type SourcesSettings } from '../sources/sources.ts'
import { logDisabledSources } from './log-disabled-sources.ts'
import { logOffersForSale } from './log-offers-for-sale.ts'

export interface System {
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
}

/** A sandbox as the service sees it: its own addresses, its own keys, and a rule about payers. */
export interface SandboxView {
  readonly endpoints: readonly NetworkEndpoints[]
  readonly upstreams: Readonly<Record<string, string>>
  /** `address:port` of the sites that outsiders have there: they count as public. */
  readonly places?: ReadonlySet<string>
  /** Hosts of the sites to scan there, with their origins on this machine. */
  readonly sites?: ReadonlyMap<string, string>
  /** Sites that are there instead of public ones: `host:port` to `address:port`. Only browsers visit them. */
  readonly standIns?: ReadonlyMap<string, string>
  /** The feeds and pools of prices on its networks; without any, they give no prices. */
  readonly pricePlaces?: PricePlaces
  /** The labels of its inhabitants. */
  readonly labels?: readonly LabelledAddress[]
  /** A file of the operators that are confirmed there, unless the settings name another file. */
  readonly confirmedOperators?: string
  readonly payTo: Hex
  readonly signerKeys: readonly Hex[]
  admits(payer: string): boolean
  routes(app: Hono): void
}

export interface ServiceInput {
  readonly config: Config
  readonly system: System
  readonly log: Log
  readonly metrics: MetricsRegistry
  /** Null in live mode. */
  readonly sandbox: SandboxView | null
  readonly publicUrl: string
  readonly failPoint: FailPoint
  /** Called about every second while the database can't be reached. */
  readonly waiting?: () => void
  /** How the networks are connected, by JSON-RPC unless given. */
  readonly connect?: typeof connectNetworks
}

export interface ServiceParts extends Pick<OpenedGate, 'gate' | 'challenges' | 'earlyAnswers' | 'owedPayments'> {
  readonly config: Config
  readonly publicUrl: string
  /** Signatures with which the payTo address proves that it owns the service. */
  readonly ownershipProofs: readonly string[]
  readonly creditReport: CreditReport
  readonly catalog: Catalog
  readonly ledger: Ledger
  readonly settler: Settler
  readonly sources: Sources
  readonly chains: ReadonlyMap<NetworkId, Chain>
  readonly indexes: Indexes
  readonly readCredential: typeof readCredential
  readonly clientKeys: ClientKeys
  readonly proxies: TrustedProxies
  readonly health: Health
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly metricsText: () => Promise<string>
  readonly metricsOpen: boolean
  readonly metricsToken: string | null
  readonly log: Log
  readonly extraRoutes: ((app: Hono) => void) | undefined
  /** Finishes what an earlier process left, then starts the background work. Ready after it. */
  start(): Promise<void>
  /** The steps of an orderly end, in order. */
  readonly closing: readonly ClosingStep[]
}

/** Builds everything once, for main, the commands and the tests. The only place where floors meet. */
export async function buildService(input: ServiceInput): Promise<ServiceParts> {
  const { config, log, sandbox, publicUrl, failPoint, system } = input
  const payTo = sandbox?.payTo ?? config.payTo
  if (payTo === null) throw new Error('no payTo address: the settings were not checked')
  const common = { ...system, log, metrics: input.metrics.metrics }
  const stores = await openLedgerWhenReachable({ config, payTo, ...common }, input.waiting)
  const { ledger, local: store, shared } = stores
  const { id: instance, lease: instanceLease } = stores.instance
  const connected = await connect(input, stores)
  const { chains } = connected
  if (!nativeSignatures) log.warn({}, 'the native secp256k1 binding is missing: signatures are checked about 28 times slower')
  const chainPrices = createChainPrices(sandbox ? (sandbox.pricePlaces ?? noPlaces) : knownPlaces, { ...common, chains })
  const sourceSettings = { ...sourceSettingsOf(input, stores), chainPrices }
  const sources = createSources(sourceSettings)
  const owner = { ...common, chains, ledger, instance, instanceLease, failPoint }
  // The embedded ledger has one writing process at a time, held by a lock on its directory.
  const refundWallet = openRefundWallet(config, payTo, sandbox?.signerKeys ?? [])
  const opened = openSettler({
    ...owner,
    config,
    publicUrl,
    coinPrice: (coin) => sources.coinPriceUsd(coin),
    sandboxKeys: sandbox?.signerKeys ?? null,
    refundsFrom: refundWallet?.address ?? null,
    alone: !shared,
  })
  const { settler, costs } = opened
  const indexes = openIndexes({ ...common, config, chains, store, ledger, payTo, simulated: sandbox !== null })
  const confirmedOperators = createConfirmedOperators({
    path: config.confirmedOperatorsFile ?? sandbox?.confirmedOperators ?? null,
    clock: system.clock,
    log,
  })
  const renderer = await openRendering(config, { ...common, publicUrl, sandbox })
  const text = await openText(config, common)
  const translator = await openTranslator(config, common)
  const review = openReview(config, common)
  const llm = openLlm(config, { ...common, store: stores.common })
  const products = openProductLines(input, { renderer, text, translator, review, llm, payTo, indexes, ledger, confirmedOperators })
  const offers = withOperatorRules(products, config)
  const catalog = createCatalog(offers, { sources, chains })
  logDisabledSources({ settings: sourceSettings, sources, log })
  logOffersForSale({ sources, offers, chains, log })
  const openedGate = openGate({
    ...common,
    config,
    payTo,
    sandboxAdmits: sandbox ? (payer) => sandbox.admits(payer) : null,
    chains,
    ledger,
    settler,
    context: { sources, chains, clock: system.clock, catalog, publicUrl },
    costs,
    screenPayer: openPayerScreening(config, { sources, chains, clock: system.clock, log }),
    instance,
    shared,
    failPoint,
  })
  const clientKeys = createClientKeys()
  const health = openHealth(input, { ledger, chains, settler, instance })
  watchText(text, health)
  watchReview(review, health)
  watchLlm(llm, health)
  const refunds = openRefunds(config, refundWallet, { ...owner, settler, costs, metrics: common.metrics })
  const creditReport = openCreditReport(config, { offers, ledger, clock: system.clock, metrics: common.metrics })
  const work = createBackgroundWork({
    ...common,
    refunds,
    refundOrders: createRefundOrders({ dataDir: config.dataDir, refunds, log }),
    ledger,
    sources,
    indexes,
    settler,
    catalog,
    clientKeys,
    confirmedOperators,
    health,
    earlyAnswers: openedGate.earlyAnswers,
    creditReport,
    costs,
    unknownSettlements: sandbox ? null : createUnknownSettlements({ chains, ledger, payTo, log }),
    instance,
    instanceLease,
    shared,
  })

  return {
    ...surfaceParts(input),
    ownershipProofs: await provenOwnership({ proofs: config.ownershipProofs, publicUrl, payTo, log }),
    catalog,
    gate: openedGate.gate,
    earlyAnswers: openedGate.earlyAnswers,
    creditReport,
    owedPayments: openedGate.owedPayments,
    ledger,
    settler,
    sources,
    chains,
    indexes,
    challenges: openedGate.challenges,
    clientKeys,
    health,
    async start() {
      await work.start()
      if (config.textLoad === 'start') {
        text?.load()
        review?.load()
        translator?.load()
      }
    },
    closing: closingSteps({ renderer, text, translator, review, llm, openedGate, opened, work, sources, connected, stores }),
  }
}

const noPlaces: PricePlaces = { feeds: [], pools: [] }

/** Connects the networks; where that fails, the stores are closed. */
async function connect({ config, system, log, metrics, sandbox, connect }: ServiceInput, stores: OpenedLedger): Promise<Networks> {
  const endpoints = sandbox?.endpoints ?? liveEndpoints(config)
  const { clock, timers } = system
  try {
    return await (connect ?? connectNetworks)({
      endpoints,
      nodeAnswerMs: config.nodeAnswerMs,
      clock,
      timers,
      log,
      metrics: metrics.metrics,
    })
  } catch (error) {
    await stores.close()
    throw error
  }
}

function sourceSettingsOf({ config, system, log, metrics, sandbox, publicUrl }: ServiceInput, stores: OpenedLedger): SourcesSettings {
  return {
    contactUrl: publicUrl,
    baseUrls: sandbox?.upstreams ?? {},
    simulated: sandbox !== null,
    accepted: sandbox ? 'all' : new Set(config.sourcesAccepted),
    disabled: new Set(config.sourcesDisabled),
    store: stores.local,
    sharedStore: stores.common,
    ipfsGateway: config.ipfsGateway,
    ...(sandbox?.places ? { allowedEndpoints: sandbox.places } : {}),
    ...(sandbox?.sites ? { sandboxSites: sandbox.sites } : {}),
    keys: {
      coingeckoDemo: config.coingeckoDemoKey ?? undefined,
      nvd: config.nvdKey ?? undefined,
      fred: config.fredKey ?? undefined,
      viesRequester: config.viesRequesterVat ?? undefined,
      companiesHouse: config.companiesHouseKey ?? undefined,
    },
    ...system,
    log,
    metrics: metrics.metrics,
  }
}

interface ProductLineParts {
  readonly payTo: Hex
  readonly indexes: Indexes
  readonly ledger: Ledger
  readonly confirmedOperators: ConfirmedOperators
  readonly renderer: OpenedRenderer | null
  readonly text: OpenedTextEngines | null
  readonly translator: OpenedTranslator | null
  readonly review: OpenedReviewEngine | null
  readonly llm: LanguageModel | null
}

/** Every offer, with what only the service can give to its product line. */
function openProductLines(
  { config, system, sandbox }: ServiceInput,
  { payTo, indexes, ledger, confirmedOperators, renderer, text, translator, review, llm }: ProductLineParts,
): ReturnType<typeof productLines> {
  const { timers } = system
  const tokens = createTokenReports(timers)
  const isSellable = createSellableCheck(tokens)
  const labels = openLabels({ config, payTo, inhabitants: sandbox?.labels ?? [] })
  return productLines({
    renderer,
    text,
    translator,
    review,
    languageModel: llmTools(config, llm, { engines: text, timers }),
    discovery: { freeCallsPerDay: config.freeQuotaPerDay, protocols: ['x402', 'mpp'] },
    settlementFees: { basisPoints: config.settlementFeeBasisPoints, fixedEurCents: config.settlementFixedFeeEur },
    trust: {
      indexes,
      timers,
      paymentsOf: (payer) => ledger.payerHistory(payer),
      confirmationOf: (address) => confirmedOperators.of(address),
      isSellable,
      payTo: payTo.toLowerCase() as Hex,
    },
    wallets: { timers, labels, isSellable },
    tokens,
    qrCodePrice: config.qrCodePrice === 0n ? null : config.qrCodePrice,
    factCheckPrice: config.factCheckPrice === 0n ? null : config.factCheckPrice,
    whales: { indexes, labels },
  })
}

/** What the surfaces need of the settings and of the process. */
function surfaceParts({ config, system, log, metrics, sandbox, publicUrl }: ServiceInput) {
  return {
    config,
    publicUrl,
    readCredential,
    proxies: { ...trustedProxies(config.trustedProxies), ignored: warnOfProxy(log) },
    timers: system.timers,
    clock: system.clock,
    random: system.random,
    metricsText: () => metrics.text(),
    metricsOpen: sandbox !== null && config.metricsToken === null,
    metricsToken: config.metricsToken,
    log,
    extraRoutes: sandbox ? (app: Hono) => sandbox.routes(app) : undefined,
  }
}
