import type { Books } from './rows.ts'

/** Each key names a payment that stands where the key does, hot or archived; a hot one says itself that it holds it. */
export function checkKeys({ hot, archived }: Books): string[] {
  return [hot, archived].flatMap(({ identities, payments }) => {
    const rows = new Map(payments.map((row) => [row.id, row]))
    return [...identities].flatMap(([identity, id]) => {
      const row = rows.get(id)
      if (row && (row.identities === null || row.identities.includes(identity))) return []
      return [`a key names receipt ${id.slice(0, 8)}, which ${row ? 'does not say so' : 'is not where the key is'}`]
    })
  })
}
