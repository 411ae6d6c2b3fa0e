import type { Label } from '../../chain/known/label.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Sources } from '../../sources/sources.ts'

/** A label for each of the addresses that stands on a sanctions list; null while the lists are not loaded and fresh. */
export async function readSanctionLabels(
  addresses: Iterable<Hex>,
  sanctions: Sources['sanctions'],
  signal: AbortSignal,
): Promise<ReadonlyMap<Hex, Label> | null> {
  if (sanctions.standing() !== 'available' || sanctions.lists().some(({ fresh }) => !fresh)) return null
  const found = new Map<Hex, Label>()
  await Promise.all(
    [...new Set(addresses)].map(async (address) => {
      const { matches } = await sanctions.screen(address.toLowerCase(), { signal })
      const match = matches.find(({ strength }) => strength === 'match')
      if (match) found.set(address, { kind: 'sanctioned', name: match.name, source: match.list, checkedOn: null })
    }),
  )
  return found
}
