import type { SeededRandom } from '../seeded-random.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { saysOtherwise } from '../generate/well-formed.ts'
import { jsonTokens, onWire, rawWire, wrapped, type Wire, type Wrap } from '../generate/wire.ts'
import type { Specimen, Specimens } from './specimens.ts'

export interface Header {
  readonly name: string
  readonly text: string
}

/**
 * Makes a generator of payment headers similar to these, mostly to those for the requested offer: valid ones, valid forms with another
 * content, broken ones, and junk.
 */
export function paymentsNear(specimens: Specimens): (random: SeededRandom, offer: string | null) => Header {
  const nearAll = (list: readonly Specimen[]) => jsonNear(list.map(({ payment }) => payment))
  const near = { x402: nearAll(specimens.x402), mpp: nearAll(specimens.mpp), legacy: nearAll(specimens.legacy) }

  function payment(random: SeededRandom, offer: string | null, kind: keyof Specimens, proper: Wrap): Wire {
    const fitting = specimens[kind].filter((one) => one.offer === offer)
    const { payment: specimen } = random.pick(fitting.length > 0 && random.chance(0.8) ? fitting : specimens[kind])
    const form = random.below(20)
    if (form < 3) return { text: JSON.stringify(specimen), wrap: proper }
    if (form < 11) return { text: JSON.stringify(saysOtherwise(random, specimen)), wrap: proper }
    return form < 18 ? wrapped(random, near[kind](random), proper) : rawWire(random, jsonTokens, proper)
  }

  return (random, offer) => {
    const kind = random.pick(['x402', 'x402', 'mpp', 'mpp', 'legacy'] as const)
    switch (kind) {
      case 'x402':
        return { name: 'PAYMENT-SIGNATURE', text: onWire(payment(random, offer, kind, 'base64')) }
      case 'legacy':
        return { name: 'X-PAYMENT', text: onWire(payment(random, offer, kind, random.pick(['none', 'base64']))) }
      case 'mpp': {
        const text = onWire(payment(random, offer, kind, 'base64url'))
        return { name: random.pick(['Authorization', 'Payment-Authorization']), text: random.chance(0.95) ? `Payment ${text}` : text }
      }
    }
  }
}
