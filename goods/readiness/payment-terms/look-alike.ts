import { sameAddress } from '../../../src/goods/kit/evm.ts'

/** People compare the first and the last digits of an address, so frauds make addresses that share these. */
const comparedDigits = 4

/** Whether two addresses differ, and begin and end alike. */
export function lookAlike(one: string, other: string): boolean {
  if (sameAddress(one, other)) return false
  const [a, b] = [one.toLowerCase().slice(2), other.toLowerCase().slice(2)]
  return a.slice(0, comparedDigits) === b.slice(0, comparedDigits) && a.slice(-comparedDigits) === b.slice(-comparedDigits)
}
