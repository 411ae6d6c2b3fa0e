import { observedValues, type Observed, type PerNetwork } from './observed.ts'

/** Whether there is any trace of an address. `unknown`: nothing was found, and not everything could be looked at. */
export type Sighting = 'seen' | 'never_seen' | 'unknown'

/** By the traces of an address: each is a number, an amount or a yes, and 0 or a no is no trace. */
export function sightingOf(traces: readonly (Observed<boolean | number | bigint> | PerNetwork<boolean | number | bigint>)[]): Sighting {
  const all = traces.flatMap((one) => (isOne(one) ? [one] : Object.values(one)))
  if (observedValues(Object.fromEntries(all.entries())).some(Boolean)) return 'seen'
  return all.every(({ state }) => state === 'observed') ? 'never_seen' : 'unknown'
}

function isOne<T>(one: Observed<T> | PerNetwork<T>): one is Observed<T> {
  return typeof one.state === 'string'
}
