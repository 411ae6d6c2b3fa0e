import type { Hono } from 'hono'
import { surfaceParts } from './surface-parts.ts'
import { createAcceptedSources } from './accepted-sources.ts'
import { createBackgroundWork } from './background-work.ts'
import { createSalesCheck } from '../gate/terms/can-sell.ts'
import { createHourlyCounts } from '../ledger/counts/hourly-counts.ts'
import { createStatements, type Statements } from '../gate/run/statements.ts'
import { mppSecretsOf } from './mpp-secrets.ts'
import { createCatalog, type Catalog } from '../offers/catalog.ts'
import type { Chain, NetworkId } from '../chain/chain.ts'
import { createTurnQueue } from '../chain/follow/turn-queue.ts'
import { openLostPayments } from './lost-payments.ts'
import { nativeSignatures } from '../chain/recover.ts'
import type { Config } from '../config/config.ts'
import type { ServiceInput } from './service-input.ts'
import { createDiskWatch } from '../ops/disk-watch.ts'
import { createClockWatch } from '../ops/clock-watch.ts'
import { createClientKeys, type ClientKeys, type TrustedProxies } from '../gate/limits/client-address.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { createLedgerReading } from '../ledger/reading/ledger-reading.ts'
import { openDeskState, type DeskState } from './desk/desk-state.ts'
import { createAskBooks } from './desk/ask-books.ts'
import { deskFacts } from './desk/desk-facts.ts'
import { openWrongNow, type OpenedWrongNow } from './desk/open-wrong-now.ts'
import type { AskBooks } from '../operate/desk/desk-questions.ts'
import { serviceName } from '../surfaces/discovery/service-facts.ts'
import type { Health } from '../ops/health.ts'
import type { readCredential } from '../payments/read-credential.ts'
import type { AnyOffer } from '../offers/offer.ts'
import { connectWorlds } from './connect-worlds.ts'
import { dataWorldOf, missingNodes, sandboxSites, sandboxWorld } from './data-world.ts'
import { openGate, type OpenedGate } from './open-gate.ts'
import { openHooks, openMail } from './open-hooks.ts'
import { openNotices } from './open-notices.ts'
import { closingSteps, type ClosingStep } from './closing-steps.ts'
import { lastBackupAt } from './last-backup.ts'
import { createOperatorMetrics, type GasMoney } from './operator-metrics.ts'
import { openHealth } from './open-health.ts'
import { createStatusHistory, type StatusHistory } from '../surfaces/http/status-history.ts'
import { openLedgerWhenReachable } from './await-ledger.ts'
import { createOfferPrices } from '../offers/offer-prices.ts'
import { createPriceChanges, type PriceChanges } from '../operate/prices/change-prices.ts'
import { createClientForgetting } from '../operate/retention/client-forgetting.ts'
import type { MendParts } from '../operate/ledger/mend-payment.ts'
import { createViewOfPayer } from './view-of-payer.ts'
import type { CreditReport } from '../operate/refunds/credit-report.ts'
import type { Hooks } from '../operate/hooks/deliver-hooks.ts'
import type { Refunds } from '../operate/refunds/create-refunds.ts'
import { openCreditReport, openRefunds, openRefundWallet } from './open-refunds.ts'
import { createRateRecorder, type RateRecorder } from './record-rates.ts'
import { openSettler } from './open-settler.ts'
import { heldByOperator } from '../settler/held-by-operator.ts'
import { holdUntilReconciled } from '../settler/hold-until-reconciled.ts'
import { reconcile, type ReconcileInput } from '../operate/reconcile/reconcile.ts'
import type { Reconciliation } from '../operate/reconcile/reconciliation.ts'
import type { CoinPricesPort } from '../goods/ports/coin-prices.ts'
import type { Hex } from '../shared/bytes.ts'
import type { BooksPort } from '../goods/ports/books.ts'
import { llmTools, openLlm, shortestPromptsOf, watchLlm } from './open-llm.ts'
import { sourcesByContract, usesStandIns } from './goods/load-goods.ts'
import { machineOf } from './goods/machine.ts'
import { openGoods, type OpenedLines } from './goods/open-goods.ts'
import { coinPricesOf, referenceRatesOf, screeningOf } from './goods/ports.ts'
import { watchEngines } from './watch-engines.ts'
import { asSoldHere, createOfferList } from './offers-sold-here.ts'
import { createOfferReplacement, type OfferReplacement } from './replace-offers.ts'
import { openPayerScreening } from './screen-payers.ts'
import { provenOwnership } from './proven-ownership.ts'
import type { Settler } from '../settler/settler.ts'
import { createUnknownSettlements } from '../settler/watch/unknown-settlements.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Random } from '../shared/random.ts'
import { createSources, type Sources } from '../sources/sources.ts'
import { sourceSettingsOf } from './source-settings.ts'
import { logDisabledSources } from '../sources/log-disabled-sources.ts'
import { logOffersForSale, settingsThatSell } from '../offers/for-sale/log-offers-for-sale.ts'

export interface ServiceParts extends Pick<OpenedGate, 'gate' | 'challenges' | 'earlyAnswers' | 'owedPayments' | 'recentRefusals'> {
  readonly config: Config
  readonly publicUrl: string
  /** Where payments go. */
  readonly payTo: Hex
  /** Signatures with which the payTo address proves that it owns the service. */
  readonly ownershipProofs: readonly string[]
  /** What was counted of the last 90 days. */
  readonly statusHistory: () => Promise<StatusHistory | null>
  readonly creditReport: CreditReport
  /** Compares the ledger with the chains. */
  readonly reconcile: (input: ReconcileInput) => Promise<Reconciliation>
  /** Gives payments back; null where nothing is given back. */
  readonly refunds: Refunds | null
  /** Tells the operator what happened; null without HOOK_URL and SMTP_URL. */
  readonly hooks: Hooks | null
  /** What mends payments on the operator's order. */
  readonly operating: MendParts
  readonly viewOfPayer: ReturnType<typeof createViewOfPayer>
  readonly priceChanges: PriceChanges
  /** What the desk of the operator keeps; null where there is no desk. */
  readonly desk: DeskState | null
  /** What is wrong, and the books; null where nobody is told and there is no desk. */
  readonly watch: OpenedWrongNow | null
  readonly ask: AskBooks | null
  /** The gas money of the signers, as it was read last. */
  readonly gasMoney: () => readonly GasMoney[]
  /** The offers of our own lines, as they are declared. */
  readonly builtInOffers: readonly AnyOffer[]
  readonly replaceOffers: OfferReplacement
  /** What the lines say of the service, and files that it answers with. */
  readonly lines: Pick<OpenedLines, 'service' | 'files' | 'indexes' | 'ports'>
  /** The keys by which the APIs behind offers know the calls of this service. */
  readonly statementKeys: Statements['keys']
  /** Records what reports convert with. */
  readonly rates: RateRecorder
  readonly catalog: Catalog
  readonly ledger: Ledger
  readonly settler: Settler
  readonly sources: Sources
  readonly chains: ReadonlyMap<NetworkId, Chain>
  /** The networks that answers are read from; those of the payments unless a sandbox has real data. */
  readonly dataChains: ReadonlyMap<NetworkId, Chain>
  /** Answers are made from the stand-ins of a sandbox. */
  readonly simulatedData: boolean
  /** Payments are on the chains of a sandbox. */
  readonly playMoney: boolean
  /** What the operator may set so that an offer is sold; null where that is not known, and in the sandbox with its own sources. */
  readonly missingSetting: (offer: AnyOffer) => string | null
  readonly readCredential: typeof readCredential
  readonly clientKeys: ClientKeys
  readonly proxies: TrustedProxies
  readonly health: Health
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly metricsText: () => Promise<string>
  readonly metricsOpen: boolean
  readonly metricsTokens: readonly string[] | null
  readonly log: Log
  readonly extraRoutes: ((app: Hono) => void) | undefined
  /** Finishes what an earlier process left, then starts the background work. Ready after it. */
  start(): Promise<void>
  /** The steps of an orderly end, in order. */
  readonly closing: readonly ClosingStep[]
}

/** Builds everything once, for main, the commands and the tests. The only place where floors meet. */
export async function buildService(input: ServiceInput): Promise<ServiceParts> {
  const { goods, config, log, sandbox, publicUrl, failPoint, system } = input
  const payTo = sandbox?.payTo ?? config.payTo
  if (payTo === null) throw new Error('no payTo address: the settings were not checked')
  const common = { ...system, log, metrics: input.metrics.metrics }
  const stores = await openLedgerWhenReachable({ config, payTo, ...common }, input.waiting)
  const { ledger, shared } = stores
  const { id: instance, lease: instanceLease } = stores.instance
  const data = dataWorldOf(input)
  const simulatedData = data.standIns !== null && usesStandIns(goods)
  const clockWatch = createClockWatch({ ...common, monotonic: system.monotonic })
  const connected = await connectWorlds(input, data, { stores, heardTime: clockWatch.heardTime })
  const { chains, dataChains } = connected
  if (!nativeSignatures) log.warn({}, 'the native secp256k1 binding is missing: signatures are checked about 28 times slower')
  const acceptedSources = createAcceptedSources({
    named: config.sourcesAccepted,
    path: config.sourcesAcceptedFile,
    byContract: sourcesByContract(goods),
    log,
  })
  const sourceSettings = sourceSettingsOf(input, data, stores, acceptedSources.names)
  const upstreams = createSources(sourceSettings)
  const counts = createHourlyCounts({ clock: system.clock, ledger })
  const owner = { ...common, chains, ledger, instance, instanceLease, failPoint }
  // The embedded ledger has one writing process at a time, held by a lock on its directory.
  const refundWallet = openRefundWallet(config, payTo, sandbox?.signerKeys ?? [])
  let coinPrices: CoinPricesPort | null = null
  const opened = openSettler({
    ...owner,
    config,
    publicUrl,
    // The settler asks from the first settlement on, when the lines are open.
    coinPrice: async (coin) => (await coinPrices?.usd(coin)) ?? null,
    sandboxKeys: sandbox?.signerKeys ?? null,
    refundsFrom: refundWallet?.address ?? null,
    alone: !shared,
  })
  const reconciling = {
    ledger,
    chains,
    payTo: payTo.toLowerCase() as Hex,
    signers: opened.signers,
    refundsFrom: refundWallet?.address ?? null,
    instance,
    clock: system.clock,
    random: system.random,
    ownTurn: createTurnQueue(system.timers),
  }
  const losing = await openLostPayments({ ...reconciling, server: stores.server, log, asksChains: sandbox === null })
  const { restored } = losing
  const { costs } = opened
  const watch = input.alarms ? openWrongNow({ store: stores.common, memory: input.alarms, clock: system.clock }) : null
  const desk = watch && config.operatorToken !== null ? openDeskState({ ...common, store: stores.common }) : null
  const open = heldByOperator(opened.settler, (network) => desk?.switches.isOn('network', network) ?? true)
  const settler = holdUntilReconciled(open, (network) => restored.isCompared(network))
  const llm = openLlm(config, { ...common, store: stores.common }, shortestPromptsOf(goods))
  const languageModel = llmTools(config, llm, system)
  // On the real chains nobody is paid at the address of a sandbox, and play money proves nothing about a payer.
  const books: BooksPort | null =
    data.endpoints === null
      ? { payTo, payerHistory: (payer) => ledger.payerHistory(payer), payersSince: (asked) => ledger.payersSince(asked) }
      : null
  const lines = await openGoods(goods, {
    ...common,
    provided: books ? { books } : {},
    sources: upstreams,
    chains: dataChains,
    stores,
    world: sandboxWorld(data),
    sandboxSites: sandboxSites(data),
    machine: machineOf(config),
    languageModel,
    named: { name: config.serviceName, description: config.serviceDescription },
    publicUrl,
  })
  coinPrices = coinPricesOf(lines.ports)
  const sources: Sources = { ...upstreams, sanctions: screeningOf(lines.ports) }
  const prices = createOfferPrices()
  const offerList = createOfferList(input, chains)
  const builtInOffers = offerList(lines.offers())
  const priced = prices.prepare(asSoldHere(builtInOffers, input))
  const catalog = createCatalog(priced.offers, { sources, chains: dataChains })
  priced.use()
  const trials = [...lines.trials, ...(llm ? [llm.trial] : [])]
  logDisabledSources({ settings: sourceSettings, sources, log })
  const nodeSetting = data.endpoints === null ? 'RPC_URL_…' : 'READ_RPC_URL_…'
  for (const trial of trials) trial.onChange(() => catalog.renew())
  logOffersForSale({ sources, offers: catalog.listed, chains: dataChains, log, nodeSetting })
  const screenPayer = openPayerScreening(config, { sources, chains, clock: system.clock, log })
  const sandboxAdmits = sandbox ? (payer: string) => sandbox.admits(payer) : null
  const statements = createStatements({ secrets: mppSecretsOf(config, system.random), issuer: publicUrl, clock: system.clock })
  const openedGate = openGate({
    ...common,
    config,
    payTo,
    sandboxAdmits,
    chains,
    ledger,
    settler,
    serviceName: () => lines.service().name,
    context: { sources, chains: dataChains, clock: system.clock, catalog, publicUrl, statements },
    realData: !simulatedData,
    costs,
    screenPayer,
    counts,
    ...losing,
    instance,
    shared,
    failPoint,
  })
  const clientKeys = createClientKeys()
  const canSell = createSalesCheck({ offers: () => catalog.all, chains, dataChains, sources, settler, costs })
  const disk = createDiskWatch({ directory: config.dataDir, log, metrics: common.metrics })
  const health = openHealth(input, { ledger, chains, dataChains, settler, canSell, clockWatch, disk, instance })
  // The language model has a check of its own.
  watchEngines(
    trials.filter(({ name }) => name !== 'llm'),
    health,
  )
  watchLlm(llm, health)
  for (const { name, run } of lines.checks) health.register(name, run, { critical: false })
  const refunds = openRefunds(config, refundWallet, { ...owner, settler, costs, metrics: common.metrics })
  const mail = openMail(config, system.timers)
  const hooks = await openHooks(config, { ...common, ledger, publicUrl, mail })
  const ask = watch && createAskBooks(config, system.timers)
  const toTell = { ...common, mail, store: stores.common, name: () => serviceName(lines.service()) }
  const notices = watch && ask && hooks ? openNotices({ ...toTell, wrong: watch.wrong, hooks, ask }) : null
  if (hooks) health.register('hooks', hooks.check, { critical: false })
  const creditReport = openCreditReport(config, { offers: () => catalog.listed, ledger, clock: system.clock, metrics: common.metrics })
  const rates = createRateRecorder({
    ...common,
    ledger,
    referenceRates: referenceRatesOf(lines.ports),
    simulated: sources.simulated,
    chains,
    costs,
  })
  const priceChanges = createPriceChanges({
    ledger,
    prices,
    catalog,
    chains,
    costs,
    clock: system.clock,
    pause: createTurnQueue(system.timers),
    log,
  })
  const operatorMetrics = createOperatorMetrics({
    ...common,
    chains,
    settler,
    signers: opened.signers,
    disk,
    lastBackup: () => lastBackupAt(config.dataDir),
    ledgerState: () => health.ready().checks['ledger'],
  })
  const work = createBackgroundWork({
    ...common,
    restored,
    server: stores.server,
    refunds,
    hooks,
    clientForgetting:
      config.clientAddressDays === null ? null : createClientForgetting({ ...common, ledger, days: config.clientAddressDays }),
    rates,
    priceChanges,
    ledger,
    sources,
    goods: lines,
    settler,
    catalog,
    clientKeys,
    acceptedSources,
    health,
    clockWatch,
    earlyAnswers: openedGate.earlyAnswers,
    counts,
    operatorMetrics,
    desk,
    wrong: watch?.wrong ?? null,
    notices,
    creditReport,
    costs,
    unknownSettlements: sandbox ? null : createUnknownSettlements({ chains, ledger, payTo, log }),
    instance,
    instanceLease,
    shared,
  })

  const asSold = (offers: readonly AnyOffer[]) => asSoldHere(offers, input).filter(({ id }) => desk?.switches.isOn('offer', id) ?? true)
  const replaceOffers = createOfferReplacement({ catalog, priceChanges, asSold, log })
  const sell = () => replaceOffers(offerList(lines.offers()))
  lines.onReplace(sell)
  watch?.connect(deskFacts({ config, isLive: sandbox === null, health, settler, sources, chains, operatorMetrics, clock: system.clock }))
  desk?.connect({
    known: (what) => (what === 'network' ? [...chains.keys()] : catalog.listed.map(({ id }) => id)),
    sell,
  })

  return {
    ...surfaceParts(input),
    payTo,
    statusHistory: createStatusHistory({ reading: createLedgerReading(stores.common), clock: system.clock }),
    ownershipProofs: await provenOwnership({ proofs: config.ownershipProofs, publicUrl, payTo, log }),
    catalog,
    gate: openedGate.gate,
    earlyAnswers: openedGate.earlyAnswers,
    creditReport,
    refunds,
    hooks,
    rates,
    priceChanges,
    desk,
    watch,
    ask,
    gasMoney: operatorMetrics.gasMoney,
    operating: { ledger, settler, chains, instance, instanceLease, clock: system.clock },
    viewOfPayer: createViewOfPayer({ config, chains, settler, screenPayer, sandboxAdmits, refusals: openedGate.recentRefusals }),
    owedPayments: openedGate.owedPayments,
    recentRefusals: openedGate.recentRefusals,
    reconcile: (asked) => reconcile(reconciling, asked),
    ledger,
    settler,
    sources,
    chains,
    dataChains,
    missingSetting: (offer) =>
      missingNodes(offer, { sources, chains, data }) ??
      settingsThatSell(offer, { sources, offers: catalog.listed, chains: dataChains, nodeSetting }),
    builtInOffers,
    simulatedData,
    replaceOffers,
    lines,
    statementKeys: statements.keys,
    challenges: openedGate.challenges,
    clientKeys,
    health,
    async start() {
      // Beside the rest: the service is ready before they have ended.
      if (config.engineTrials === 'start') for (const trial of trials) void trial.tried()
      await work.start()
    },
    closing: closingSteps({ llm, lines, openedGate, opened, work, sources, connected, stores }),
  }
}
