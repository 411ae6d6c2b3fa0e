import type { Books } from './read-books.ts'

/** Each key names a payment in the same tables (hot or archived), and a hot payment lists the key itself. */
export function checkKeys({ hot, archived }: Books): string[] {
  return [hot, archived].flatMap(({ identities, payments }) => {
    const rows = new Map(payments.map((row) => [row.id, row]))
    return [...identities].flatMap(([identity, id]) => {
      const row = rows.get(id)
      if (row && (row.identities === null || row.identities.includes(identity))) return []
      return [`a key names receipt ${id.slice(0, 8)}, which ${row ? 'does not list it' : 'is not in the same tables'}`]
    })
  })
}
