import type { Analysis } from './analysis.ts'

/** The rules of a list that speak of a path. Remembered for the file: most paths come up again and again, and a list has many rules. */
export function rulesAtPath<Rule extends { readonly path: RegExp }>(
  rules: readonly Rule[],
  path: string,
  { matches }: Analysis,
): readonly Rule[] {
  const known = matches.get(rules) ?? new Map<string, readonly number[]>()
  matches.set(rules, known)
  let indexes = known.get(path)
  if (!indexes) known.set(path, (indexes = rules.flatMap((rule, index) => (rule.path.test(path) ? [index] : []))))
  return indexes.flatMap((index) => rules[index] ?? [])
}
