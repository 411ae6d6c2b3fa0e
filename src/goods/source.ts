import type { PaceSettings } from '../sources/policy/pace.ts'
import type { RequestLimitSettings } from '../sources/policy/request-limit.ts'
import type { RequestQuotaSettings } from '../sources/policy/request-quota.ts'
import type { Source, SourceParts } from '../sources/policy/create-source.ts'
import type { Resale } from '../sources/policy/source.ts'

/** What an adapter may use besides its source. */
export type SourceTools = Pick<SourceParts, 'clock' | 'timers' | 'random' | 'limits' | 'simulated' | 'log' | 'metrics'> & {
  /** The values of its line's settings. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** What the settings of a line change in one of its sources. */
export interface SourcePlan {
  readonly baseUrl?: string
  readonly requestLimit?: RequestLimitSettings
  /** Its requests of a month are spread over it. */
  readonly quota?: RequestQuotaSettings
}

/**
 * An upstream of a line: its terms, its address, and how its data is read. What the till does for it: cache, retries, breaker, pace,
 * limits of size and time, and the stamp that every answer shows.
 */
export interface LineSource<Adapter = unknown> {
  /** Kebab-case; SOURCES_DISABLED and SOURCES_ACCEPTED name it. No two lines have the same. */
  readonly id: string
  readonly name: string
  readonly licence: string
  readonly attribution: string
  /** `open`: its data may be sold. `contract`: only by an operator who has one with it. `no`: never. */
  readonly resale: Resale
  /** A page about it. */
  readonly homepage: string
  /** `https://api.tides.example` */
  readonly baseUrl: string
  /**
   * What the values of its line's settings change, such as a key: its address, and how many requests it allows. Where the address was replaced,
   * as by that of a stand-in, the replacement stays.
   */
  readonly plan?: (settings: Readonly<Record<string, unknown>>) => SourcePlan
  /** Sent with each request; keys belong here, never into a path. */
  readonly headers?: (settings: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>
  /** The variable of the setting of its line with a key that gives more; it answers without one too. */
  readonly usefulKey?: string
  /** The variable of the setting of its line with a key, without which it gives nothing; its stand-in needs none. */
  readonly keySetting?: string
  /** It is read from contracts on these networks (`base`), and not over HTTP. */
  readonly onChain?: readonly string[]
  /** Requests wait for their turn. */
  readonly pace?: PaceSettings
  /** For an upstream that allows few requests: a failed one is not repeated. */
  readonly requestLimit?: RequestLimitSettings
  /** It takes this many times the usual limits of time. 1 unless given. */
  readonly patience?: number
  /** `publisher`: its own figures; `relay`: those of another; `observer`: it measures what nobody publishes. Default `observer`. */
  readonly standing?: 'publisher' | 'relay' | 'observer'
  /** Whose figures it gives: sources of one origin count once. Its own id unless given. */
  readonly origin?: string
  /** Makes what the offers ask: usually feeds of `source`. */
  readonly create: (source: Source, tools: SourceTools) => Adapter
}

/** Declares a source of a line. */
export function source<Adapter>(declaration: LineSource<Adapter>): LineSource<Adapter> {
  return declaration
}
