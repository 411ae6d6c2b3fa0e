import { z } from '../../../src/goods/door.ts'
import { checkShape, UpstreamGarbage } from '../../../src/goods/kit/http.ts'

const cell = z.number().min(-1e18).max(1e18).nullable()
const positions = z.union([z.record(z.string(), z.int().min(0)), z.array(z.string())])

const dataset = z.object({
  class: z.literal('dataset'),
  updated: z.string().max(40).optional(),
  id: z.array(z.string()).min(1).max(20),
  size: z.array(z.int().min(0).max(10_000)),
  /** All values by position, or only the existing ones by their position as text. */
  value: z.union([z.array(cell), z.record(z.string(), cell)]),
  dimension: z.record(
    z.string(),
    z.object({ category: z.object({ index: positions.optional(), label: z.record(z.string(), z.unknown()).optional() }) }),
  ),
})

const maxCells = 20_000

/** One figure of a data set, with its code in every dimension. */
export interface DataCell {
  readonly codes: Readonly<Record<string, string>>
  readonly value: number | null
}

/**
 * All figures of a data set in JSON-stat 2.0. They form one list, in which the last dimension changes fastest.
 * @throws UpstreamGarbage `wrong_shape`
 */
export function readJsonStat(given: unknown): { readonly cells: readonly DataCell[]; readonly updatedAt: number | null } {
  const { id, size, value, dimension, updated } = checkShape(given, dataset)
  const count = size.reduce((product, length) => product * length, 1)
  if (id.length !== size.length || count > maxCells) throw new UpstreamGarbage('wrong_shape')
  const indexOf = (name: string) => {
    const { index, label } = (Object.hasOwn(dimension, name) ? dimension[name]?.category : undefined) ?? {}
    // A dimension with one category need not say its place.
    return index ?? Object.keys(label ?? {})
  }
  const codes = id.map((name, place) => codesOf(indexOf(name), size[place] ?? 0))
  const at = Array.isArray(value) ? (index: number) => value[index] : (index: number) => value[String(index)]
  const cells = Array.from({ length: count }, (_, index) => {
    let rest = index
    const places: [string, string][] = []
    for (let dim = id.length - 1; dim >= 0; dim--) {
      const length = size[dim] ?? 1
      places.push([id[dim] ?? '', codes[dim]?.[rest % length] ?? ''])
      rest = Math.floor(rest / length)
    }
    return { codes: Object.fromEntries(places), value: at(index) ?? null }
  })
  const updatedAt = Date.parse(updated ?? '')
  return { cells, updatedAt: Number.isNaN(updatedAt) ? null : updatedAt }
}

/** The codes of a dimension by their position. */
function codesOf(index: z.output<typeof positions> | undefined, length: number): string[] {
  const codes = Array.isArray(index)
    ? index
    : Object.entries(index ?? {})
        .toSorted(([, one], [, other]) => one - other)
        .map(([code]) => code)
  if (codes.length !== length) throw new UpstreamGarbage('wrong_shape')
  return codes
}
