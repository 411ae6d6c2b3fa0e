import type { Chains } from '../chain/chain.ts'
import type { Prompt } from '../llm/dialects/dialect.ts'
import type { ModelTool } from '../llm/model-tool.ts'
import type { AnyOffer } from '../offers/offer.ts'
import type { IndexStatus } from '../shared/index-status.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'
import type { EngineTrial } from '../workers/trial/engine-trial.ts'
import type { Finding } from './finding.ts'
import type { LineSetting } from './setting.ts'
import type { LineSource } from './source.ts'
import type { StandIn, StandInWorld } from './stand-in.ts'
import type { GuardedFetch } from '../net/guarded-fetch.ts'
import type { SiteVisits } from '../sources/sites/site-visits.ts'
import type { Store } from '../store/store.ts'
import type { LineTable, Table } from './tables/table.ts'

type Settings = Readonly<Record<string, LineSetting>>
type Sources = Readonly<Record<string, LineSource>>
type Tables = Readonly<Record<string, LineTable>>

/** The value of each setting; null for one without a value and a default. */
export type SettingValues<S extends Settings> = {
  readonly [Key in keyof S]: S[Key] extends LineSetting<infer Value>
    ? S[Key] extends { readonly default: string | object }
      ? Value
      : Value | null
    : never
}
type Adapters<S extends Sources> = { readonly [Key in keyof S]: S[Key] extends LineSource<infer Adapter> ? Adapter : never }
type OpenTables<T extends Tables> = { readonly [Key in keyof T]: T[Key] extends LineTable<infer Row> ? Table<Row> : never }

/** A database, by units of work. */
export type LineStore = Pick<Store, 'read' | 'write'>

/** What a line is given when it is opened. Its offers close over it. */
export interface GoodsParts<S extends Settings = Settings, R extends Sources = Sources, T extends Tables = Tables> {
  readonly settings: SettingValues<S>
  /** What each of its sources has made. */
  readonly sources: Adapters<R>
  readonly tables: OpenTables<T>
  /**
   * The databases, for a line whose tables came with the migrations of the service: `common` is that of the ledger, which all instances share,
   * `local` that of this machine, which can be rebuilt. A new line declares `tables` instead.
   */
  readonly stores: { readonly common: LineStore; readonly local: LineStore }
  /** What other lines provide, by name: those of `needs` are there, those of `uses` may be missing. */
  readonly ports: Readonly<Record<string, unknown>>
  /**
   * Sells these offers of the line from now on, without a restart: for offers that come from a file, or that are made while the service runs. A
   * changed price counts from then on, and what was offered before is taken at its price.
   * @throws CatalogError with everything that is wrong; then the offers before it stay in force
   */
  replaceOffers(offers: readonly AnyOffer[]): Promise<void>
  /** The networks that answers are read from. */
  readonly chains: Chains
  /** Its sources are the sandbox's; each answer that rests on them says so. */
  readonly simulated: boolean
  /** Documents are made from its offers, and none is called. A line that opens an engine leaves that out then. */
  readonly described: boolean
  /** What a sandbox says of its world, by name, such as where its `pricePlaces` are; null where answers are about the real one. */
  readonly world: Readonly<Record<string, unknown>> | null
  /** The sites of a sandbox; null where pages and hosts are those of the web. */
  readonly sandboxSites: SandboxSites | null
  readonly machine: Machine
  /** Visits to sites of outsiders, within limits. */
  readonly siteVisits: SiteVisits
  /** Fetches addresses that outsiders choose, within limits, and none on the operator's networks. */
  readonly guardedFetch: GuardedFetch
  /** The language model of the settings, for a tool of `shortestPrompts`; null where there is none. */
  readonly languageModel: ((tool: string) => ModelTool) | null
  /** Absolute base address of the service, without a slash at the end. */
  readonly publicUrl: string
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
}

/** Sites that a sandbox has on this machine. */
export interface SandboxSites {
  /** `address:port` pairs that count as public. */
  readonly places: ReadonlySet<string>
  /** Sites that a browser visits instead of public ones, `host:port` to `address:port`. */
  readonly standIns: ReadonlyMap<string, string>
}

/** What an engine of a line must know of the machine and the process it runs in. */
export interface Machine {
  readonly dataDir: string
  /** Milliseconds after which a browser or worker without work ends (ENGINE_IDLE_SECONDS). */
  readonly idleMs: number
  /** Processes of the service (WORKERS): each has engines of its own. */
  readonly processes: number
}

/** Background work of a line. It gets a signal that aborts when the service ends. */
export interface GoodsJob {
  /** Kebab-case. */
  readonly name: string
  readonly everyMs: number
  /** Milliseconds until the first run; `everyMs` unless given. */
  readonly firstMs?: number
  /**
   * `all`: one instance runs it for all that share the ledger. `store`: one process runs it for all that share the local database. `each`:
   * every process runs it for itself.
   */
  readonly for: 'all' | 'store' | 'each'
  run(signal: AbortSignal): Promise<void>
}

/** A check that /readyz and doctor show. A failed one does not end the sale of other things. */
export interface GoodsCheck {
  /** Kebab-case. */
  readonly name: string
  /** @throws Error that says in a sentence what is wrong and what to do */
  run(): Promise<void> | void
}

/** What `farthing doctor` looks at before anything is sold. It opens what it needs and closes it again. */
export interface GoodsExamination<S extends Settings = Settings> {
  /** The check of its findings, as docs/operate/doctor.md lists it. */
  readonly name: string
  readonly limitMs: number
  /** What the operator does where it takes longer than that. */
  readonly whenLate: string
  run(parts: ExaminationParts<SettingValues<S>>): Promise<readonly Finding[]>
}

/** What an examination is given. */
export interface ExaminationParts<Values> extends Pick<GoodsParts, 'sandboxSites' | 'machine' | 'publicUrl' | 'clock' | 'timers'> {
  readonly settings: Values
  readonly signal: AbortSignal
}

/** What a service calls itself in its documents. */
export interface ServiceNaming {
  readonly name?: string | undefined
  /** In one sentence or two. */
  readonly description?: string | undefined
}

/** A file that the service answers with. */
export interface ServedFile {
  /** Below /schemas/. */
  readonly path: `/schemas/${string}`
  readonly contentType: string
  readonly body: string
}

/** A line while the service runs. */
export interface OpenedGoods {
  readonly offers: readonly AnyOffer[]
  /** What the service is called instead of by its own name; of several lines the first one counts. Read again whenever the list of offers has changed. */
  readonly service?: ServiceNaming
  readonly files?: readonly ServedFile[]
  readonly jobs?: readonly GoodsJob[]
  readonly checks?: readonly GoodsCheck[]
  /** How far its indexes of chains have read, for /status. */
  indexes?(): readonly IndexStatus[]
  /** Whether its engines work. Their offers are sold only while they do, and /readyz shows them. */
  readonly trials?: readonly EngineTrial[]
  /** What the line does for others, by the names in `provides`. */
  readonly ports?: Readonly<Record<string, unknown>>
  close?(): Promise<void> | void
}

/** A line of goods: everything that one folder or file sells, and what it needs for that. */
export interface GoodsDeclaration<S extends Settings = Settings, R extends Sources = Sources, T extends Tables = Tables> {
  /** Kebab-case; names the line in GOODS, the log and the database. It may not change once rows are there. */
  readonly name: string
  /** The npm packages that its files import, with `*` for any ending; lint refuses others. */
  readonly packages?: readonly string[]
  readonly settings?: S
  readonly sources?: R
  readonly tables?: T
  /** Ports without which it can't be opened: the start refuses. */
  readonly needs?: readonly string[]
  /** Ports that it uses where they are there. Without one, its answers say what was not checked. */
  readonly uses?: readonly string[]
  /** Names of the ports that it opens for others. */
  readonly provides?: readonly string[]
  /** Stand-ins of its sources in the sandbox, by source id, which agree on the world of the sandbox. A source without one is off there. */
  readonly standIns?: (world: StandInWorld) => Promise<Readonly<Record<string, StandIn>>> | Readonly<Record<string, StandIn>>
  /**
   * The shortest prompt of each tool that a language model may answer, by its name in LLM_OFFER_PRICES: a price below its worst case is
   * refused at the start.
   */
  readonly shortestPrompts?: () => Readonly<Record<string, Prompt>>
  /** What `farthing doctor` examines, unless it is asked for quick checks only. */
  readonly examinations?: readonly GoodsExamination<S>[]
  open(parts: GoodsParts<S, R, T>): Promise<OpenedGoods> | OpenedGoods
}

/** A declared line, for the till: what its own types were is known to its own `open` only. */
// oxlint-disable-next-line typescript/no-explicit-any -- one list holds lines of all shapes
export type Goods = GoodsDeclaration<any, any, any> & { readonly [isGoods]: true }

/** The lines that come with the service, by name and in the order of all documents. */
export type OwnLines = Readonly<Record<string, () => Promise<Goods>>>

const isGoods = Symbol.for('farthing.goods')

/** A name of ours that goes into settings, the log and the database. */
const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** Declares a line of goods. @throws TypeError that says what is wrong with the declaration */
export function goods<S extends Settings = {}, R extends Sources = {}, T extends Tables = {}>(
  declaration: GoodsDeclaration<S, R, T>,
): Goods {
  const { name, settings = {}, sources = {}, tables = {} } = declaration
  const says = (what: string) => new TypeError(`goods ${JSON.stringify(name)}: ${what}`)
  if (typeof name !== 'string' || !kebab.test(name) || name.length > 40) throw says('its name must be kebab-case, as in tide-tables')
  if (typeof declaration.open !== 'function') throw says('open must be a function')
  for (const { name: variable } of Object.values<LineSetting>(settings))
    if (!/^[A-Z][A-Z0-9_]{2,60}$/.test(variable)) throw says(`the setting ${variable} must be in capitals, as in TIDES_KEY`)
  for (const { id, baseUrl, onChain } of Object.values<LineSource>(sources)) {
    if (!kebab.test(id)) throw says(`the source ${id} must be kebab-case`)
    if (!onChain && !/^https?:\/\//.test(baseUrl)) throw says(`the source ${id} needs a baseUrl that begins with https:// or http://`)
  }
  for (const { name: table } of Object.values<LineTable>(tables))
    if (!kebab.test(table)) throw says(`the table ${table} must be kebab-case`)
  for (const [what, names] of [
    ['source', Object.values<LineSource>(sources).map(({ id }) => id)],
    ['table', Object.values<LineTable>(tables).map((one) => one.name)],
  ] as const) {
    const twice = names.find((one, index) => names.indexOf(one) !== index)
    if (twice !== undefined) throw says(`the ${what} ${twice} is declared twice`)
  }
  return { ...declaration, [isGoods]: true } as Goods
}

/** Whether a value was made with `goods`, also with that of another copy of the package. */
export function isGoodsLine(value: unknown): value is Goods {
  return typeof value === 'object' && value !== null && (value as Partial<Goods>)[isGoods] === true
}
