import { createSource, type Source, type SourceParts } from './policy/create-source.ts'
import type { PaceSettings } from './policy/pace.ts'
import type { RequestLimitSettings } from './policy/request-limit.ts'
import type { RequestQuotaSettings } from './policy/request-quota.ts'
import type { SourceTerms } from './policy/source.ts'
import { observer, publisher, relay } from './source-reliability.ts'

/** A source as a line of goods declares it. */
export interface DeclaredSource<A> extends Omit<SourceTerms, 'standing'> {
  readonly baseUrl: string
  readonly usefulKey?: string
  readonly plan?: (settings: SettingValues) => {
    readonly baseUrl?: string
    readonly requestLimit?: RequestLimitSettings
    readonly quota?: RequestQuotaSettings
  }
  readonly headers?: (settings: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>
  readonly pace?: PaceSettings
  readonly requestLimit?: RequestLimitSettings
  readonly patience?: number
  readonly standing?: 'publisher' | 'relay' | 'observer'
  readonly origin?: string
  readonly create: (source: Source, tools: SourceParts & { readonly settings: SettingValues }) => A
}

type SettingValues = Readonly<Record<string, unknown>>

const standings = { publisher, relay, observer }

export function termsOf({
  id,
  name,
  licence,
  attribution,
  resale,
  homepage,
  keySetting,
  onChain,
  standing = 'observer',
  origin = id,
}: Omit<DeclaredSource<unknown>, 'create'>): SourceTerms {
  const terms = { id, name, licence, attribution, resale, homepage, standing: standings[standing](origin) }
  return { ...terms, ...(keySetting === undefined ? {} : { keySetting }), ...(onChain === undefined ? {} : { onChain }) }
}

/** Makes a declared source with its adapter. @param settings the values of its line's settings, for the headers of its requests */
export function makeDeclared<A>(
  line: DeclaredSource<A>,
  { baseUrl, enabled, settings }: { readonly baseUrl: string; readonly enabled: boolean; readonly settings: SettingValues },
  parts: SourceParts,
): { readonly adapter: A; readonly source: Source } {
  const { headers, pace, patience = 1 } = line
  const plan = line.plan?.(settings) ?? {}
  const requestLimit = plan.requestLimit ?? line.requestLimit
  const { timeoutMs, budgetMs } = parts.limits
  const source = createSource(
    {
      terms: termsOf(line),
      baseUrl: baseUrl === line.baseUrl ? (plan.baseUrl ?? baseUrl) : baseUrl,
      enabled,
      ...(headers ? { headers: headers(settings) } : {}),
      ...(pace ? { pace } : {}),
      ...(requestLimit ? { requestLimit } : {}),
      ...(plan.quota ? { quota: plan.quota } : {}),
    },
    { ...parts, limits: { ...parts.limits, timeoutMs: timeoutMs * patience, budgetMs: budgetMs * patience } },
  )
  return { adapter: line.create(source, { ...parts, settings }), source }
}
