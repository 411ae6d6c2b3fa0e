import type { ActiveFault } from '../world/scenario.ts'

/** Faults in which settlements go on, though perhaps more slowly. */
const settlesDuring: ReadonlySet<string> = new Set([
  'slow nodes',
  'lossy nodes',
  'little money for gas',
  'stumbling disk',
  'clock off',
  'the clock of an instance is off',
  'races are lost',
  'products fail',
])

/** Milliseconds of the longest stretch between these two times in which no fault kept settlements from going on. */
export function longestWithoutFaults(faults: readonly ActiveFault[], from: number, until: number): number {
  let longest = 0
  let quietSince = from
  for (const fault of faults.filter(({ name }) => !settlesDuring.has(name)).toSorted((one, other) => one.from - other.from)) {
    longest = Math.max(longest, Math.min(fault.from, until) - quietSince)
    quietSince = Math.max(quietSince, fault.until)
  }
  return Math.max(longest, until - quietSince)
}
