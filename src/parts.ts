import type { Hono } from 'hono'
import { createCatalog, productLines, type Catalog } from './catalog.ts'
import type { Chain, NetworkId } from './chain/chain.ts'
import type { Indexes } from './chain/indexes/create-indexes.ts'
import type { LabelledAddress } from './chain/labels/label.ts'
import { nativeSignatures } from './chain/recover.ts'
import type { Config } from './config.ts'
import { createConfirmedOperators } from './confirmed-operators.ts'
import { connectNetworks, type Endpoint } from './connect-networks.ts'
import { createChallenges, type Challenges } from './gate/challenges.ts'
import { createClientKeys, trustedProxies, type ClientKeys, type TrustedProxies } from './gate/client-address.ts'
import { createGate, type Gate } from './gate/gate.ts'
import { createPaidCalls } from './gate/paid-call.ts'
import { createDailyQuota } from './gate/quota.ts'
import { createRateLimit } from './gate/rate-limit.ts'
import { createRefusalNote } from './gate/refusal-note.ts'
import { createTerms } from './gate/terms.ts'
import type { Ledger } from './ledger/ledger.ts'
import { priceOf } from './offer.ts'
import { createHealth, type Health } from './ops/health.ts'
import { keptSecret, secretKey } from './ops/kept-secret.ts'
import { createJobs, type Jobs } from './ops/jobs.ts'
import type { MetricsRegistry } from './ops/metrics.ts'
import { createMppChallenges } from './payments/mpp/challenge.ts'
import { readCredential } from './payments/read-credential.ts'
import { liveEndpoints } from './network-settings.ts'
import { openIndexes } from './open-indexes.ts'
import { openLabels } from './open-labels.ts'
import { openLedger } from './open-ledger.ts'
import { openSettler } from './open-settler.ts'
import { provenOwnership } from './proven-ownership.ts'
import { createSettlementCosts } from './settler/settlement-cost.ts'
import type { Settler } from './settler/settler.ts'
import type { Hex } from './shared/bytes.ts'
import type { Checkpoint } from './shared/checkpoint.ts'
import { utcDay, type Clock, type Timers } from './shared/clock.ts'
import type { Log } from './shared/log.ts'
import { formatUsd } from './shared/money.ts'
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

/** States in which a payment is owed to us and somebody must collect it. */
const unsettled: ReadonlySet<string> = new Set(['served', 'settling'])

/** How long a challenge may be paid. */
const challengeSeconds = 300

/** What must be left of a payment's window after the run: for the way to the chain, and for blocks that may be missed there. */
const leastSecondsToSettle = 20
const leastBlocksToSettle = 3

/** Payments of a client address that the chain was asked about and that were refused. */
const refusalsPerClient = { burst: 500, perSecond: 20 }

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
  const terms = createTerms({
    chains,
    settler,
    payTo,
    ledger,
    clock,
    priceGraceSeconds: config.priceGraceSeconds,
    // In the sandbox gas costs nothing.
    tooDear: sandbox || !opened.paysGas ? () => false : costs.tooDear,
  })
  const context = { sources, chains, clock, catalogue: catalog, publicUrl }
  const quota = createDailyQuota({ ledger, clock, limit: config.freeQuotaPerDay })
  const mpp = createMppChallenges({
    secrets:
      config.mppSecrets.length > 0 ? config.mppSecrets.map(secretKey) : [secretKey(keptSecret(`${config.dataDir}/mpp-secret`, random))],
    realm: new URL(publicUrl).hostname,
    random,
    clock,
    ttlSeconds: challengeSeconds,
  })
  const paid = createPaidCalls({
    verify: {
      chains,
      ledger,
      clock,
      terms,
      admits: sandbox ? (payer) => sandbox.admits(payer) : () => true,
      neededSeconds: (offer, network) =>
        Math.ceil((offer.deadlineMs + leastBlocksToSettle * network.blockMs) / 1000) + leastSecondsToSettle,
    },
    ledger,
    settler,
    context,
    clock,
    timers,
    random,
    log,
    mppChallenges: mpp,
    transfers: { bareHashes: config.mppBareHash === 'accept', theftLimitPerDay: config.theftLossPerDay },
    refused: createRefusalNote({ clock, log, metrics }),
    refusalLimit: createRateLimit({ ...refusalsPerClient, clock }),
    checkpoint: input.checkpoint,
    instance,
    shared,
    limits: {
      freeCallsPerClientPerDay: config.freeCallsPerClientPerDay,
      unchargedRunsPerHour: config.unchargedRunsPerHour,
      settleWaitMs: config.settleWaitSeconds * 1000,
    },
  })
  const challenges = createChallenges({ chains, terms, publicUrl, sandbox: sandbox !== null, mpp })
  const rateLimit = createRateLimit({ burst: config.rateLimitBurst, perSecond: config.rateLimitPerSecond, clock })
  const gate = createGate({ rateLimit, quota, paid, chains, context, clock, timers, log, metrics })
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
  const jobs: Jobs = createJobs({
    clock,
    timers,
    log,
    metrics,
    owner: instance,
    leases: {
      // One process writes to an embedded ledger, so a lease left over by another is nobody's.
      take: (lease) => ledger.takeLease({ ...lease, force: !shared, goneBy: instanceLease.goneBy() }),
      release: (lease) => ledger.releaseLease(lease),
    },
  })

  return {
    config,
    publicUrl,
    ownershipProofs: await provenOwnership({ proofs: config.ownershipProofs, publicUrl, payTo, log }),
    catalog,
    gate,
    ledger,
    settler,
    sources,
    chains,
    indexes,
    challenges,
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
    async start() {
      const now = clock.now()
      clientKeys.remember(await ledger.ipv6Pools({ day: utcDay(now) }))
      await ledger.recordPrices({ prices: catalog.offers.map((offer) => ({ offerId: offer.id, price: priceOf(offer) })), at: now })
      await settler.recover()
      settler.start()
      const left = (await ledger.totals()).filter(({ network, state }) => !settler.networks.has(network) && unsettled.has(state))
      for (const { network, state, payments, amount } of left) {
        log.error({ network, state, payments, usdc: formatUsd(amount) }, 'unfinished payments wait for a network that is not connected')
      }
      const watchesCosts = !sandbox && opened.paysGas
      if (watchesCosts) {
        const unknown = await costs.refresh()
        if (unknown.length > 0) log.warn({ networks: unknown }, 'settlement costs unknown: MAX_FEE_SHARE does not guard these networks')
      }
      jobs.add({ name: 'expire', everyMs: 60_000, run: async () => void (await ledger.expire({ now: clock.now(), limit: 20_000 })) })
      jobs.add({
        name: 'archive',
        everyMs: 60_000,
        run: async () => void (await ledger.archive({ expiredBefore: BigInt(Math.floor(clock.now() / 1000) - 3600), limit: 20_000 })),
      })
      if (watchesCosts)
        jobs.add({ name: 'settlement-costs', everyMs: 60_000, everywhere: true, run: async () => void (await costs.refresh()) })
      // What these find out lies in the store of each process.
      for (const job of [...sources.jobs, ...indexes.jobs]) jobs.add(shared ? { ...job, everywhere: true } : job)
      jobs.add({ name: 'confirmed-operators', everyMs: 15_000, everywhere: true, run: async () => confirmedOperators.refresh() })
      // What one client has at other instances counts here too, a minute later.
      const pools = async () => clientKeys.remember(await ledger.ipv6Pools({ day: utcDay(clock.now()) }))
      if (shared) jobs.add({ name: 'ipv6-pools', everyMs: 60_000, everywhere: true, run: pools })
      jobs.add({ name: 'health', everyMs: 5_000, everywhere: true, run: () => health.refresh() })
      jobs.start()
      await health.refresh()
      health.started()
    },
    closing: [
      // Whoever has gone away has paid all the same: their calls end too.
      { name: 'calls', run: async () => void (await Promise.allSettled(paid.inFlight.values())) },
      { name: 'settlements', run: (deadlineMs) => settler.drain(deadlineMs) },
      { name: 'facilitator', run: () => opened.close() },
      { name: 'jobs', run: () => jobs.stop() },
      { name: 'sources', run: () => sources.close() },
      { name: 'networks', run: () => connected.close() },
      { name: 'ledger', run: () => stores.close() },
    ],
  }
}
