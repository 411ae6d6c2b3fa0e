import { earlyLimits } from '../service/early-limits.ts'
import type { BookRow, Books } from './read-books.ts'

/** Early answers: losses are booked once and stay within their bounds, and the history of whoever owes one is gone. */
export function checkEarly({ payments, earlyLosses, wereOwed, histories }: Books): string[] {
  const owed = payments.filter(({ id }) => wereOwed.has(id))
  return [
    ...lossesAreBooked(owed, earlyLosses),
    ...owed.filter(({ timing }) => timing !== 'early').map(({ id }) => `receipt ${id.slice(0, 8)} was owed, and was not answered early`),
    ...histories.flatMap(({ payer, since, settled }) => {
      const counted = payments.filter((row) => row.payer === payer && row.settledAt !== null && row.settledAt > since).length
      return settled > counted
        ? [`${payer.slice(0, 10)} owed a payment, and ${settled} settled payments count, of which ${counted} came later`]
        : []
    }),
  ]
}

function lossesAreBooked(owed: readonly BookRow[], booked: ReadonlyMap<string, bigint>): string[] {
  const expected = new Map<string, bigint>()
  for (const { client, amount } of owed)
    for (const subject of ['all', `client:${client}`]) expected.set(subject, (expected.get(subject) ?? 0n) + amount)
  return [...new Set([...expected.keys(), ...booked.keys()])].flatMap((subject) => {
    const [lost, due] = [booked.get(subject) ?? 0n, expected.get(subject) ?? 0n]
    const limit = subject === 'all' ? earlyLimits.perDay : earlyLimits.perClient
    return [
      ...(lost === due ? [] : [`${due} of early answers were lost (${subject}), and ${lost} are booked`]),
      ...(lost > limit ? [`early answers lost ${lost} (${subject}), and ${limit} is the bound`] : []),
    ]
  })
}
