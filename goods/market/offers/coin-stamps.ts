import type { SourceStamp } from '../../../src/goods/kit/http.ts'

/** How the URL of a source lists several coins. */
const listsOf: Readonly<Record<string, { readonly before: string; readonly between: string }>> = {
  coingecko: { before: 'ids=', between: ',' },
  'defillama-coins': { before: 'coingecko:', between: ',coingecko:' },
}

/** One stamp per source for all coins that it gave, with the time of the oldest of its figures. */
export function coinStamps(coins: readonly { readonly id: string | null; readonly source: SourceStamp }[]): SourceStamp[] {
  const bySource = Object.groupBy(coins, ({ source }) => source.id)
  return Object.entries(bySource).flatMap(([name, group = []]) => {
    const [oldest] = group.toSorted((a, b) => Date.parse(a.source.asOf) - Date.parse(b.source.asOf))
    if (!oldest) return []
    const { before, between } = listsOf[name] ?? { before: '', between: '' }
    const ids = [...new Set(group.map(({ id }) => id))]
    const url = before === '' ? oldest.source.url : oldest.source.url.replace(before + oldest.id, before + ids.join(between))
    const cache = (['stale', 'miss'] as const).find((one) => group.some(({ source }) => source.cache === one)) ?? 'hit'
    const freshness = Math.min(...group.map(({ source }) => source.freshness ?? 1))
    return [{ ...oldest.source, url, cache, freshness }]
  })
}
