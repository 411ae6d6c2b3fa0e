import type { NameIndex } from './name-index.ts'
import { searchNames, type FoundName } from './search-names.ts'

/** The result of a search, with the work of each of its steps. */
export function searchWithWork(
  index: NameIndex,
  name: string,
  minScore: number,
): { readonly found: FoundName[]; readonly steps: number[] } {
  const search = searchNames(index, name, minScore)
  const steps: number[] = []
  for (;;) {
    const step = search.next()
    if (step.done === true) return { found: step.value, steps }
    steps.push(step.value)
  }
}

export function searchAtOnce(index: NameIndex, name: string, minScore: number): FoundName[] {
  return searchWithWork(index, name, minScore).found
}
