import type { Chains } from '../../chain/chain.ts'
import type {
  GoodsCheck,
  GoodsJob,
  GoodsParts,
  LineStore,
  Machine,
  OpenedGoods,
  SandboxSites,
  ServedFile,
  ServiceNaming,
} from '../../goods/goods.ts'
import type { LineSource } from '../../goods/source.ts'
import { openTable } from '../../goods/tables/open-table.ts'
import type { LineTable } from '../../goods/tables/table.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { IndexStatus } from '../../shared/index-status.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import type { SourceJob, Sources } from '../../sources/sources.ts'
import type { EngineTrial } from '../../workers/trial/engine-trial.ts'
import { GoodsRefused, hasKey, type LoadedGoods, type LoadedLine } from './load-goods.ts'

export interface OpenGoodsParts {
  /** What the settings call the service; null where they say nothing. */
  readonly named: { readonly name: string | null; readonly description: string | null }
  readonly sources: Pick<Sources, 'simulated' | 'declare' | 'sites' | 'guardedFetch'>
  /** What the service does for lines, by port. */
  readonly provided?: Readonly<Record<string, unknown>>
  readonly chains: Chains
  readonly stores: { readonly local: LineStore; readonly common: LineStore }
  /** See `GoodsParts`. */
  readonly described?: boolean
  readonly world: GoodsParts['world']
  readonly sandboxSites: SandboxSites | null
  readonly machine: Machine
  readonly languageModel: GoodsParts['languageModel']
  readonly publicUrl: string
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
}

/** An offer with the name of its line. */
export interface LineOffer {
  readonly line: string
  readonly offer: AnyOffer
}

/** The loaded lines while the service runs. */
export interface OpenedLines {
  /** Of all lines, as they are now. */
  offers(): readonly LineOffer[]
  /** Says how other offers of the lines are sold. Until it is called, a line's new offers are only kept. */
  onReplace(sell: () => Promise<void>): void
  /** What the service is called now, where a line says so. */
  service(): ServiceNaming
  readonly files: readonly ServedFile[]
  readonly jobs: readonly SourceJob[]
  /** With the name of the line in front: `tides:gauge`. */
  readonly checks: readonly GoodsCheck[]
  /** How far the indexes of all lines have read. */
  indexes(): readonly IndexStatus[]
  readonly trials: readonly EngineTrial[]
  /** What the lines provide, by port. */
  readonly ports: Readonly<Record<string, unknown>>
  close(): Promise<void>
}

/**
 * Opens the loaded lines, those first that others need.
 * @throws GoodsRefused where one can't be opened; then those before it are closed again
 */
export async function openGoods({ lines }: Pick<LoadedGoods, 'lines'>, parts: OpenGoodsParts): Promise<OpenedLines> {
  const opened: { readonly name: string; readonly line: OpenedGoods }[] = []
  const offers = new Map<string, readonly AnyOffer[]>()
  let sell = async () => {}
  const ports: Record<string, unknown> = { ...parts.provided }
  const close = async () => {
    for (const { line } of opened.toReversed()) await line.close?.()
  }
  async function replaceOffers(name: string, wanted: readonly AnyOffer[]): Promise<void> {
    const before = offers.get(name) ?? []
    offers.set(name, wanted)
    try {
      await sell()
    } catch (error) {
      offers.set(name, before)
      throw error
    }
  }
  for (const one of lines) {
    const { name } = one.line
    try {
      const line = await one.line.open({ ...partsFor(one, ports, parts), replaceOffers: (wanted) => replaceOffers(name, wanted) })
      opened.push({ name, line })
      offers.set(name, line.offers)
      for (const port of one.line.provides ?? []) ports[port] = portOf(port, line, one)
    } catch (cause) {
      await close()
      throw cause instanceof GoodsRefused
        ? cause
        : new GoodsRefused(
            `the line ${name} of ${one.from} could not be opened: ${cause instanceof Error ? cause.message : String(cause)}`,
            { cause },
          )
    }
  }
  return {
    offers: () => [...offers].flatMap(([line, all]) => all.map((offer) => ({ line, offer }))),
    // What the operator says counts for more than what a line says.
    service: () => {
      const said = opened.find(({ line }) => line.service)?.line.service
      return { name: parts.named.name ?? said?.name, description: parts.named.description ?? said?.description }
    },
    files: opened.flatMap(({ line }) => line.files ?? []),
    onReplace: (how) => void (sell = how),
    jobs: opened.flatMap(({ name, line }) => (line.jobs ?? []).map((job) => jobOf(name, job))),
    checks: opened.flatMap(({ name, line }) => (line.checks ?? []).map((check) => ({ ...check, name: `${name}:${check.name}` }))),
    indexes: () => opened.flatMap(({ line }) => line.indexes?.() ?? []),
    trials: opened.flatMap(({ line }) => line.trials ?? []),
    ports,
    close,
  }
}

function partsFor(
  { line, settings }: LoadedLine,
  ports: Readonly<Record<string, unknown>>,
  parts: OpenGoodsParts,
): Omit<GoodsParts, 'replaceOffers'> {
  const {
    sources,
    stores,
    chains,
    described = false,
    world,
    sandboxSites,
    machine,
    languageModel,
    publicUrl,
    clock,
    timers,
    metrics,
  } = parts
  const declaredSources = Object.entries<LineSource>(line.sources ?? {})
  const declaredTables = Object.entries<LineTable>(line.tables ?? {})
  const wanted = new Set<string>([...(line.needs ?? []), ...(line.uses ?? [])])
  return {
    settings,
    sources: Object.fromEntries(
      declaredSources.map(([key, one]) => [key, sources.declare(one, settings, hasKey({ line, settings }, one))]),
    ),
    tables: Object.fromEntries(
      declaredTables.map(([key, one]) => [key, openTable(line.name, one, one.kept === 'shared' ? stores.common : stores.local)]),
    ),
    stores: { common: stores.common, local: stores.local },
    ports: Object.fromEntries(Object.entries(ports).filter(([port]) => wanted.has(port))),
    chains,
    simulated: sources.simulated,
    described,
    world,
    sandboxSites,
    siteVisits: sources.sites,
    guardedFetch: sources.guardedFetch,
    machine,
    languageModel,
    publicUrl,
    clock,
    timers,
    log: parts.log.child({ goods: line.name }),
    metrics,
  }
}

function portOf(port: string, opened: OpenedGoods, { line, from }: LoadedLine): unknown {
  const provided = opened.ports?.[port]
  if (provided === undefined)
    throw new GoodsRefused(`the line ${line.name} of ${from} declares that it provides ${port}, and does not open it`)
  return provided
}

function jobOf(line: string, { name, everyMs, firstMs, for: whom, run }: GoodsJob): SourceJob {
  return {
    name: `${line}-${name}`,
    everyMs,
    run,
    ...(firstMs === undefined ? {} : { firstMs }),
    ...(whom === 'each' ? { everywhere: true } : whom === 'all' ? { shared: true } : {}),
  }
}
