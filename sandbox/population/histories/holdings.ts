import type { Hex } from '../../../src/shared/bytes.ts'
import { usd } from '../../../src/shared/money.ts'
import type { Move } from '../history-event.ts'

/** Newly minted USDC. */
export function gets(to: Hex, amount: string): Move {
  return { from: null, to, units: usd(amount) }
}

export function pays(from: Hex, to: Hex, amount: string): Move {
  return { from, to, units: usd(amount) }
}

/** The address at an index of the list, wrapping around at its end. */
export function at(list: readonly Hex[], place: number): Hex {
  const found = list[place % list.length]
  if (found === undefined) throw new RangeError('an empty list')
  return found
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
