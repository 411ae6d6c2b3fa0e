import type { Dice } from '../dice.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { saysOtherwise } from '../generate/well-formed.ts'
import { jsonTokens, onWire, rawWire, wrapped, type Wire, type Wrap } from '../generate/wire.ts'
import type { Specimen, Specimens } from './specimens.ts'

export interface Header {
  readonly name: string
  readonly text: string
}

/**
 * A maker of payment headers near these, mostly near those for the offer that is asked for: good ones, others that say
 * something else, broken ones, and junk.
 */
export function paymentsNear(specimens: Specimens): (dice: Dice, offer: string | null) => Header {
  const nearAll = (list: readonly Specimen[]) => jsonNear(list.map(({ payment }) => payment))
  const near = { x402: nearAll(specimens.x402), mpp: nearAll(specimens.mpp), legacy: nearAll(specimens.legacy) }

  function payment(dice: Dice, offer: string | null, kind: keyof Specimens, proper: Wrap): Wire {
    const fitting = specimens[kind].filter((one) => one.offer === offer)
    const { payment: specimen } = dice.pick(fitting.length > 0 && dice.chance(0.8) ? fitting : specimens[kind])
    const form = dice.below(20)
    if (form < 3) return { text: JSON.stringify(specimen), wrap: proper }
    if (form < 11) return { text: JSON.stringify(saysOtherwise(dice, specimen)), wrap: proper }
    return form < 18 ? wrapped(dice, near[kind](dice), proper) : rawWire(dice, jsonTokens, proper)
  }

  return (dice, offer) => {
    const kind = dice.pick(['x402', 'x402', 'mpp', 'mpp', 'legacy'] as const)
    switch (kind) {
      case 'x402':
        return { name: 'PAYMENT-SIGNATURE', text: onWire(payment(dice, offer, kind, 'base64')) }
      case 'legacy':
        return { name: 'X-PAYMENT', text: onWire(payment(dice, offer, kind, dice.pick(['none', 'base64']))) }
      case 'mpp': {
        const text = onWire(payment(dice, offer, kind, 'base64url'))
        return { name: dice.pick(['Authorization', 'Payment-Authorization']), text: dice.chance(0.95) ? `Payment ${text}` : text }
      }
    }
  }
}
