import type { OfferRow } from './offers-file.ts'

/** The id of a row: its own, or one made from its route, `get-tides-port` for `GET /tides/{port}`. */
export function idOf({ id, route }: Pick<OfferRow, 'id' | 'route'>): string {
  if (id !== undefined) return id
  const words = route
    .toLowerCase()
    .replaceAll('*', 'all')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  return words.join('-').slice(0, 60).replace(/-+$/, '')
}
