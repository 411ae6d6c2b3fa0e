import type { PaceSettings } from '../sources/policy/pace.ts'
import type { RequestLimitSettings } from '../sources/policy/request-limit.ts'
import type { Source, SourceParts } from '../sources/policy/create-source.ts'
import type { Resale } from '../sources/policy/source.ts'

/** What an adapter may use besides its source. */
export type SourceTools = Pick<SourceParts, 'clock' | 'timers' | 'random' | 'limits' | 'log' | 'metrics'> & {
  /** The values of its line's settings. */
  readonly settings: Readonly<Record<string, unknown>>
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
  /** Sent with each request; keys belong here, never into a path. */
  readonly headers?: (settings: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>
  /** The variable of the setting of its line with a key, without which it gives nothing; its stand-in needs none. */
  readonly keySetting?: string
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
