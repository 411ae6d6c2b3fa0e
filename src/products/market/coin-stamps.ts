import type { SourceStamp } from '../../sources/source.ts'

/** How a source's address names many coins at once. */
const listsOf: Readonly<Record<string, { readonly before: string; readonly between: string }>> = {
  coingecko: { before: 'ids=', between: ',' },
  'defillama-coins': { before: 'coingecko:', between: ',coingecko:' },
}

/** One stamp for each source of many coins, for all its figures together: as old as the oldest of them. */
export function coinStamps(coins: readonly { readonly id: string | null; readonly source: SourceStamp }[]): SourceStamp[] {
  const bySource = Object.groupBy(coins, ({ source }) => source.id)
  return Object.entries(bySource).flatMap(([name, group = []]) => {
    const [oldest] = group.toSorted((a, b) => Date.parse(a.source.asOf) - Date.parse(b.source.asOf))
    if (!oldest) return []
    const { before, between } = listsOf[name] ?? { before: '', between: '' }
    const ids = [...new Set(group.map(({ id }) => id))]
    const url = before === '' ? oldest.source.url : oldest.source.url.replace(before + oldest.id, before + ids.join(between))
    const cache = (['stale', 'miss'] as const).find((one) => group.some(({ source }) => source.cache === one)) ?? 'hit'
    return [{ ...oldest.source, url, cache }]
  })
}
