import { readJson, z } from '../../../src/goods/door.ts'
import { type Feed, plainTextOf, type UpstreamResponse } from '../../../src/goods/kit/http.ts'
import { gleifMeta, gleifRecord, published, type GleifRecord, type Published } from './gleif-record.ts'
import type { LeiFamily, LeiParent } from './vat-and-lei.ts'

const maxChildren = 20

const parent = z.object({ data: gleifRecord })
const exception = z.object({
  data: z.object({ attributes: z.object({ reason: plainTextOf(60).nullish(), category: z.string().nullish() }) }),
})
const children = z.object({ meta: gleifMeta.optional(), data: z.array(gleifRecord).max(200) })

type Ask = <T>(path: string, signal: AbortSignal, read: (answer: UpstreamResponse) => T, alsoAccept?: readonly number[]) => Promise<T>
type Level = 'direct-parent' | 'ultimate-parent'

/**
 * Reads the parents and children of a company. Its record links to what there is, so nothing else is asked for. A 404 means that nothing
 * is reported.
 */
export function familyLoader(
  records: Feed<Published<GleifRecord | null>>,
  ask: Ask,
): (lei: string, signal: AbortSignal) => Promise<Published<LeiFamily | null>> {
  const readParent = (lei: string, level: Level, signal: AbortSignal): Promise<LeiParent | null> =>
    ask(`/lei-records/${lei}/${level}`, signal, (answer) => (answer.status === 404 ? null : shownAs(readJson(answer, parent).data)), [404])

  const readException = (lei: string, level: Level, signal: AbortSignal): Promise<LeiParent | null> =>
    ask(
      `/lei-records/${lei}/${level}-reporting-exception`,
      signal,
      (answer) => (answer.status === 404 ? null : { exception: readJson(answer, exception).data.attributes.reason ?? 'UNKNOWN' }),
      [404],
    )

  const parentOf = async (record: GleifRecord, level: Level, signal: AbortSignal): Promise<LeiParent | null> => {
    const links = linksOf(record, level)
    const reported = links === null || links.some((link) => link !== 'reporting-exception')
    const found = reported ? await readParent(record.id, level, signal) : null
    if (found) return found
    return links === null || links.length > 0 ? readException(record.id, level, signal) : null
  }

  const childrenOf = (record: GleifRecord, signal: AbortSignal): Promise<Pick<LeiFamily, 'children' | 'moreChildren'>> => {
    if (linksOf(record, 'direct-children')?.length === 0) return Promise.resolve({ children: [], moreChildren: false })
    const query = new URLSearchParams({ 'page[size]': String(maxChildren), 'page[number]': '1' }).toString()
    return ask(
      `/lei-records/${record.id}/direct-children?${query}`,
      signal,
      (answer) => {
        if (answer.status === 404) return { children: [], moreChildren: false }
        const { data, meta } = readJson(answer, children)
        return { children: data.map(shownAs), moreChildren: (meta?.pagination?.total ?? data.length) > data.length }
      },
      [404],
    )
  }

  return async (lei, signal) => {
    const { value: record } = await records.get(lei, { signal })
    if (!record.value) return published(null)
    const [directParent, ultimateParent, below] = await Promise.all([
      parentOf(record.value, 'direct-parent', signal),
      parentOf(record.value, 'ultimate-parent', signal),
      childrenOf(record.value, signal),
    ])
    return { value: { directParent, ultimateParent, ...below }, publishedAt: record.publishedAt }
  }
}

/** Names of the links of a relationship; null where the record has no relationships at all. */
function linksOf({ relationships }: GleifRecord, name: Level | 'direct-children'): string[] | null {
  return relationships ? Object.keys(relationships[name]?.links ?? {}) : null
}

function shownAs({ id, attributes }: GleifRecord): { lei: string; name: string } {
  return { lei: id, name: attributes.entity.legalName.name }
}
