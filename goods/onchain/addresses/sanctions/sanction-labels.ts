import type { Hex } from '../../../../src/goods/kit/evm.ts'
import type { Label } from '../../../../src/goods/kit/known-addresses.ts'
import type { ScreeningPort } from '../../../../src/goods/kit/ports.ts'

/** A label for each of the addresses that stands on a sanctions list; null while the lists are not loaded and fresh. */
export async function readSanctionLabels(
  addresses: Iterable<Hex>,
  sanctions: ScreeningPort,
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
