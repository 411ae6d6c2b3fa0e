import { createSource, type Source, type SourceParts } from './policy/create-source.ts'
import type { PaceSettings } from './policy/pace.ts'
import type { SourceTerms } from './policy/source.ts'
import { observer, publisher, relay } from './source-standing.ts'

/** A source as a line of goods declares it. */
export interface DeclaredSource<A> extends Omit<SourceTerms, 'onChain' | 'standing'> {
  readonly baseUrl: string
  readonly headers?: (settings: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>
  readonly pace?: PaceSettings
  readonly standing?: 'publisher' | 'relay' | 'observer'
  readonly create: (source: Source, tools: SourceParts) => A
}

const standings = { publisher, relay, observer }

export function termsOf({
  id,
  name,
  licence,
  attribution,
  resale,
  homepage,
  standing = 'observer',
}: Omit<DeclaredSource<unknown>, 'create'>): SourceTerms {
  return { id, name, licence, attribution, resale, homepage, standing: standings[standing](id) }
}

/** Makes a declared source with its adapter. @param settings the values of its line's settings, for the headers of its requests */
export function makeDeclared<A>(
  line: DeclaredSource<A>,
  {
    baseUrl,
    enabled,
    settings,
  }: { readonly baseUrl: string; readonly enabled: boolean; readonly settings: Readonly<Record<string, unknown>> },
  parts: SourceParts,
): { readonly adapter: A; readonly source: Source } {
  const source = createSource(
    {
      terms: termsOf(line),
      baseUrl,
      enabled,
      ...(line.headers ? { headers: line.headers(settings) } : {}),
      ...(line.pace ? { pace: line.pace } : {}),
    },
    parts,
  )
  return { adapter: line.create(source, parts), source }
}
