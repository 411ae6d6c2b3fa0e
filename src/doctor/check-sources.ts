import type { Config } from '../config/config.ts'
import { createHttpClient } from '../net/http-client.ts'
import { UpstreamUnreachable } from '../net/upstream-errors.ts'
import { findingsOf, type Finding } from '../goods/finding.ts'
import { readSourceNames } from '../ops/source-names-file.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import { termsOf, type DeclaredSource } from '../sources/declared-source.ts'
import { disabledReason } from '../sources/policy/disabled-reason.ts'
import type { SourceTerms } from '../sources/policy/source.ts'

const sources = findingsOf('sources')
const askMs = 6_000
const firstBytes = 65_536

type SourceConfig = Pick<Config, 'mode' | 'sandboxSources' | 'sourcesAccepted' | 'sourcesAcceptedFile' | 'sourcesDisabled'>

/** Sources of the lines of goods. */
export type LineSources = readonly (Omit<DeclaredSource<unknown>, 'create'> & {
  /** Whether the key that it requires is given. */
  readonly hasKey: boolean
  readonly missesKey: string | null
})[]

interface KnownSource {
  readonly id: string
  readonly terms: SourceTerms
  readonly baseUrl: string
  readonly hasKey: boolean
  /** The setting of the key that gives more, where it is not given. */
  readonly missesKey: string | null
}

function knownSources(ofLines: LineSources): readonly KnownSource[] {
  return ofLines.map(({ hasKey, missesKey, ...one }) => ({ id: one.id, terms: termsOf(one), baseUrl: one.baseUrl, hasKey, missesKey }))
}

/** Which sources are on, and why the others are off. Nothing is asked. */
export function checkSources(config: SourceConfig, ofLines: LineSources = []): readonly Finding[] {
  if (config.mode === 'sandbox' && config.sandboxSources !== 'live') return [sources.ok('answers come from the stand-ins of the sandbox')]
  const known = knownSources(ofLines)
  const { on, withoutContract, withoutKey } = sourcesByState(config, known)
  const parts = [
    `${on.length} of ${known.length} are on`,
    ...(withoutContract.length > 0 ? [`off without a contract (SOURCES_ACCEPTED): ${withoutContract.join(', ')}`] : []),
    ...(withoutKey.length > 0 ? [`off without a key: ${withoutKey.join(', ')}`] : []),
    ...plansWithoutKey(on, known),
  ]
  if (on.length === 0) return [sources.fault('no source is on', 'take the ones you need out of SOURCES_DISABLED')]
  return [sources.ok(parts.join('; '))]
}

function sourcesByState(config: SourceConfig, known: readonly KnownSource[]) {
  const { sourcesAcceptedFile: file } = config
  const fromFile = file === null ? [] : readSourceNames(file)
  const choice = {
    simulated: false,
    accepted: new Set<string>([...(config.sourcesAccepted ?? []), ...fromFile]),
    disabled: new Set<string>(config.sourcesDisabled ?? []),
  }
  const offBy = (reason: ReturnType<typeof disabledReason>) =>
    known.flatMap(({ id, terms }) => (disabledReason(terms, choice) === reason ? [id] : []))
  const allowed = offBy(null)
  const keyless = new Map(known.flatMap(({ id, terms, hasKey }) => (hasKey ? [] : [[id, terms.keySetting]])))
  return {
    on: allowed.filter((id) => !keyless.has(id)),
    withoutContract: offBy('no_contract'),
    withoutKey: allowed.flatMap((id) => (keyless.has(id) ? [`${id} (${keyless.get(id)})`] : [])),
  }
}

function plansWithoutKey(on: readonly string[], known: readonly KnownSource[]): readonly string[] {
  const keyless = known.flatMap(({ id, missesKey }) => (missesKey !== null && on.includes(id) ? [`${id} (${missesKey})`] : []))
  return keyless.length > 0 ? [`with the small limits of callers without a key: ${keyless.join(', ')}`] : []
}

/**
 * Sends one request to the address of every source that is on, to see that there is a way to it. Any HTTP answer will do, since the
 * address itself has no data; so it costs nothing of a plan that counts calls of the API.
 */
export async function askSources(
  config: SourceConfig,
  {
    baseUrls = {},
    contactUrl,
    timeoutMs = askMs,
    ofLines = [],
    ...parts
  }: {
    /** Instead of the real addresses, by source id. */
    readonly baseUrls?: Readonly<Record<string, string>>
    readonly contactUrl?: string
    readonly timeoutMs?: number
    readonly ofLines?: LineSources
    readonly clock: Clock
    readonly timers: Timers
  },
): Promise<readonly Finding[]> {
  if (config.mode === 'sandbox' && config.sandboxSources !== 'live') return []
  const http = createHttpClient({ contactUrl, connections: 2 }, parts)
  const known = knownSources(ofLines)
  const on = new Set(sourcesByState(config, known).on)
  const asked = known.filter(({ id, terms }) => on.has(id) && !terms.onChain)
  try {
    const found = await Promise.all(
      asked.map(async ({ id, baseUrl }): Promise<readonly Finding[]> => {
        try {
          await http.send(baseUrls[id] ?? baseUrl, { timeoutMs, maxBytes: firstBytes })
        } catch (error) {
          // Any other error is an answer.
          if (error instanceof UpstreamUnreachable) {
            const fix = 'let this machine reach it (DNS, firewall, proxy), or switch it off in SOURCES_DISABLED'
            return [sources.warning(`it can't be reached: ${error.reason}`, fix, id)]
          }
        }
        return []
      }),
    )
    const away = found.flat()
    return away.length > 0 ? away : [sources.ok(`all ${asked.length} sources that are on can be reached`)]
  } finally {
    await http.close()
  }
}
