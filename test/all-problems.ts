import { problems, type ProblemKind } from '../src/shared/problems.ts'
import { describedOffers } from './described-offers.ts'

/** Every problem that a caller may see: those of the till, and those that the offers declare. */
export async function allProblems(): Promise<readonly ProblemKind[]> {
  const offers = await describedOffers({
    discovery: { freeCallsPerDay: 25, protocols: ['x402'], networks: [], playMoney: false },
  })
  const declared = offers.flatMap((offer) => offer.problems.map((one) => [one.code, one] as const))
  return [...Object.entries(problems).map(([code, one]) => ({ code, ...one })), ...new Map(declared).values()]
}
