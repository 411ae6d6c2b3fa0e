import { makeDeclared, type DeclaredSource } from './declared-source.ts'
import type { SourceParts } from './policy/create-source.ts'

/** The adapter of a declared source over an upstream of a test. @param at its address, and values of the settings of its line */
export function adapterOf<A>(
  line: DeclaredSource<A>,
  at: { readonly baseUrl: string; readonly enabled: boolean; readonly settings?: Readonly<Record<string, unknown>> },
  parts: SourceParts,
): A {
  return makeDeclared(line, { settings: {}, ...at }, parts).adapter
}
