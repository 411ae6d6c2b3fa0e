import type { Hono } from 'hono'
import { createBackgroundWork } from './background-work.ts'
import { createCatalog, productLines, type Catalog } from './catalog.ts'
import type { Chain, NetworkId } from './chain/chain.ts'
import type { Indexes } from './chain/indexes/create-indexes.ts'
import type { LabelledAddress } from './chain/labels/label.ts'
import { nativeSignatures } from './chain/recover.ts'
import type { Config } from './config.ts'
import { createConfirmedOperators } from './confirmed-operators.ts'
import { connectNetworks, type Endpoint } from './connect-networks.ts'
import type { Challenges } from './gate/challenges.ts'
import { createClientKeys, trustedProxies, type ClientKeys, type TrustedProxies } from './gate/client-address.ts'
import type { Gate } from './gate/gate.ts'
import type { Ledger } from './ledger/ledger.ts'
import { createHealth, type Health } from './ops/health.ts'
import type { MetricsRegistry } from './ops/metrics.ts'
import { readCredential } from './payments/read-credential.ts'
import { liveEndpoints } from './network-settings.ts'
import { openGate } from './open-gate.ts'
import { openIndexes } from './open-indexes.ts'
import { openLabels } from './open-labels.ts'
import { openLedger } from './open-ledger.ts'
import { openSettler } from './open-settler.ts'
import { provenOwnership } from './proven-ownership.ts'
import { createSettlementCosts } from './settler/settlement-cost.ts'
import type { Settler } from './settler/settler.ts'
import type { Hex } from './shared/bytes.ts'
import type { Checkpoint } from './shared/checkpoint.ts'
import type { Clock, Timers } from './shared/clock.ts'
import type { Log } from './shared/log.ts'
import type { Random } from './shared/random.ts'
import { createSources, type Sources, type SourcesSettings } from './sources/sources.ts'
import { tellSourcesOff } from './tell-sources-off.ts'

export interface System {
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
}

/** A sandbox as the service sees it: other addresses to talk to, keys of its own, and a rule about payers. */
export interface SandboxView {
  readonly endpoints: readonly Endpoint[]
  readonly upstreams: Readonly<Record<string, string>>
  /** `address:port` of the sites that outsiders have there: they count as public. */
  readonly places?: ReadonlySet<string>
  /** Who lives there. */
  readonly labels?: readonly LabelledAddress[]
  /** A file of operators that are confirmed there, unless the settings name another. */
  readonly confirmedOperators?: string
  readonly payTo: Hex
  readonly signerKeys: readonly Hex[]
  admits(payer: string): boolean
  routes(app: Hono): void
}

export interface PartsInput {
  readonly config: Config
  readonly system: System
  readonly log: Log
  readonly metrics: MetricsRegistry
  /** Null in live mode. */
  readonly sandbox: SandboxView | null
  readonly publicUrl: string
  readonly checkpoint: Checkpoint
  /** How the networks are connected, by JSON-RPC unless given. */
  readonly connect?: typeof connectNetworks
}

export interface Parts {
  readonly config: Config
  readonly publicUrl: string
  /** Signatures by which the address that is paid shows that the service is its own. */
  readonly ownershipProofs: readonly string[]
  readonly catalog: Catalog
  readonly gate: Gate
  readonly ledger: Ledger
  readonly settler: Settler
  readonly sources: Sources
  readonly chains: ReadonlyMap<NetworkId, Chain>
  readonly indexes: Indexes
  readonly challenges: Challenges
  readonly readCredential: typeof readCredential
  readonly clientKeys: ClientKeys
  readonly proxies: TrustedProxies
  readonly health: Health
  readonly clock: Clock
  readonly random: Random
  readonly metricsText: () => Promise<string>
  readonly metricsOpen: boolean
  readonly metricsToken: string | null
  readonly log: Log
  readonly extraRoutes: ((app: Hono) => void) | undefined
  /** Finishes what an earlier process left, then starts the background work. Ready after it. */
  start(): Promise<void>
  /** Steps of an orderly end, in order. */
  readonly closing: readonly { readonly name: string; run(deadlineMs: number): Promise<void> }[]
}

/** Builds everything once, for main, the commands and the tests. The only place where floors meet. */
export async function buildParts(input: PartsInput): Promise<Parts> {
  const { config, system, log, sandbox, publicUrl } = input
  const { metrics } = input.metrics
  const { clock, timers, random } = system
  const payTo = sandbox?.payTo ?? config.payTo
  if (payTo === null) throw new Error('no payTo address: the settings were not checked')
  const stores = await openLedger({ config, payTo, clock, timers, random, log, metrics })
  const { ledger, local: store, shared } = stores
  const { id: instance, lease: instanceLease } = stores.instance
  const endpoints = sandbox?.endpoints ?? liveEndpoints(config)
  const connected = await (input.connect ?? connectNetworks)({ endpoints, clock, timers, log, metrics }).catch(async (error: unknown) => {
    await stores.close()
    throw error
  })
  const { chains } = connected
  if (!nativeSignatures) log.warn({}, 'the native secp256k1 binding is missing: signatures are checked about 28 times slower')
  const sourceSettings: SourcesSettings = {
    contactUrl: publicUrl,
    baseUrls: sandbox?.upstreams ?? {},
    simulated: sandbox !== null,
    accepted: sandbox ? 'all' : new Set(config.sourcesAccepted),
    disabled: new Set(config.sourcesDisabled),
    store,
    ipfsGateway: config.ipfsGateway,
    ...(sandbox?.places ? { places: sandbox.places } : {}),
    keys: { coingeckoDemo: config.coingeckoDemoKey ?? undefined, nvd: config.nvdKey ?? undefined },
    clock,
    timers,
    random,
    log,
    metrics,
  }
  const sources = createSources(sourceSettings)
  const opened = openSettler({
    config,
    chains,
    publicUrl,
    sandboxKeys: sandbox?.signerKeys ?? null,
    ledger,
    clock,
    timers,
    log,
    metrics,
    instance,
    instanceLease,
    checkpoint: input.checkpoint,
    // The embedded ledger has one writing process at a time, held by a lock on its directory.
    alone: !shared,
  })
  const { settler } = opened

  const indexes = openIndexes({ config, chains, store, ledger, payTo, clock, timers, log, metrics, simulated: sandbox !== null })
  const labels = openLabels({ config, payTo, inhabitants: sandbox?.labels ?? [] })
  const confirmedOperators = createConfirmedOperators({
    path: config.confirmedOperatorsFile ?? sandbox?.confirmedOperators ?? null,
    clock,
    log,
  })
  const offers = productLines({
    discovery: { freeCallsPerDay: config.freeQuotaPerDay, protocols: ['x402', 'mpp'] },
    settlementFees: { basisPoints: config.settlementFeeBasisPoints, fixedEurCents: config.settlementFixedFeeEur },
    trust: {
      indexes,
      timers,
      paymentsOf: (payer) => ledger.paymentsOf(payer),
      confirmationOf: (address) => confirmedOperators.of(address),
    },
    wallets: { timers, labels },
    whales: { indexes, labels },
  })
  const catalog = createCatalog(offers, { sources, chains })
  tellSourcesOff({ settings: sourceSettings, sources, offers, chains, log })
  const costs = createSettlementCosts({
    chains,
    coinPrice: (coin) => sources.coinPriceUsd(coin),
    maxShareBasisPoints: config.maxFeeShareBasisPoints,
  })
  const openedGate = openGate({
    config,
    payTo,
    sandboxAdmits: sandbox ? (payer) => sandbox.admits(payer) : null,
    chains,
    ledger,
    settler,
    context: { sources, chains, clock, catalogue: catalog, publicUrl },
    // In the sandbox gas costs nothing.
    tooDear: sandbox || !opened.paysGas ? () => false : costs.tooDear,
    instance,
    shared,
    checkpoint: input.checkpoint,
    clock,
    timers,
    random,
    log,
    metrics,
  })
  const clientKeys = createClientKeys()
  const health = createHealth({ timers, log })
  // By writing: on a full disk reading goes on and nothing can be sold.
  health.register('ledger', async () => {
    const now = clock.now()
    await ledger.takeLease({ name: 'health', owner: instance, until: now, now, force: true })
  })
  for (const [id, chain] of chains) health.register(id, async () => void (await chain.head()), { critical: false })
  const { facilitatorWell } = settler
  if (facilitatorWell) {
    const probe = () => {
      if (!facilitatorWell()) throw new Error('the facilitator does not settle')
    }
    health.register('facilitator', probe, { critical: false })
  }
  const work = createBackgroundWork({
    ledger,
    sources,
    indexes,
    settler,
    catalog,
    clientKeys,
    confirmedOperators,
    health,
    costs: !sandbox && opened.paysGas ? costs : null,
    instance,
    instanceLease,
    shared,
    clock,
    timers,
    log,
    metrics,
  })

  return {
    config,
    publicUrl,
    ownershipProofs: await provenOwnership({ proofs: config.ownershipProofs, publicUrl, payTo, log }),
    catalog,
    gate: openedGate.gate,
    ledger,
    settler,
    sources,
    chains,
    indexes,
    challenges: openedGate.challenges,
    readCredential,
    clientKeys,
    proxies: trustedProxies(config.trustedProxies),
    health,
    clock,
    random,
    metricsText: () => input.metrics.text(),
    metricsOpen: sandbox !== null && config.metricsToken === null,
    metricsToken: config.metricsToken,
    log,
    extraRoutes: sandbox ? (app) => sandbox.routes(app) : undefined,
    start: () => work.start(),
    closing: [
      { name: 'calls', run: () => openedGate.ended() },
      { name: 'settlements', run: (deadlineMs) => settler.drain(deadlineMs) },
      { name: 'facilitator', run: () => opened.close() },
      { name: 'jobs', run: () => work.stop() },
      { name: 'sources', run: () => sources.close() },
      { name: 'networks', run: () => connected.close() },
      { name: 'ledger', run: () => stores.close() },
    ],
  }
}
