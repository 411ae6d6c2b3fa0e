import type { Settler } from './settler.ts'

/** Why a network is held up: `heldBy` of a settler. */
export const switchedOffByOperator = 'the operator has switched it off'

/** A settler that settles what is under way as always, and says of networks that are switched off that nothing new can be settled there. */
export function heldByOperator(settler: Settler, isOn: (network: string) => boolean): Settler {
  return {
    ...settler,
    canSettle: (network, payment) => isOn(network) && settler.canSettle(network, payment),
    heldBy: (network) => (isOn(network) ? settler.heldBy(network) : switchedOffByOperator),
  }
}
