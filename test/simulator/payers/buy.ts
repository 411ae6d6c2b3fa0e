import type { OfferId } from '../service/test-offers.ts'
import type { Purchase } from './purchase-record.ts'
import { byMpp, byTransfer, byX402, type PurchaseWish } from './purchase.ts'
import type { Payer } from '../world/payers-and-chains.ts'
import type { World } from '../world/world.ts'

export const patienceMs = 240_000

/** A purchase by any payment method; null while the service can't give a challenge. */
export function buyAnyhow(world: World, me: Payer, wish: Partial<PurchaseWish> = {}): Purchase | null {
  const { random } = me
  const whole: PurchaseWish = { offerId: anyOfferId(me), chain: random.pick(world.chains), ...wish }
  const way = random.next()
  if (way < 0.5) return byX402(world, me, whole)
  // A transfer pays before any work whatever the offer says, so it would show nothing.
  if (way < 0.75 || whole.offerId === 'costly') return byMpp(world, me, whole)
  return byTransfer(world, me, whole, random.pick(['memo', 'bare', 'legacy'] as const))
}

/** A purchase that the service has to settle. */
export function buyByAuthorization(world: World, me: Payer, wish: Partial<PurchaseWish> = {}): Purchase | null {
  const whole: PurchaseWish = { offerId: anyOfferId(me), chain: me.random.pick(world.chains), ...wish }
  return me.random.chance(0.6) ? byX402(world, me, whole) : byMpp(world, me, whole)
}

export function anyOfferId(me: Payer): OfferId {
  return me.random.pick(['cheap', 'expensive', 'expensive', 'daily', 'costly'] as const)
}

export async function pause(world: World, me: Payer, maxMs: number): Promise<void> {
  await world.time.timers.sleep(me.random.between(0, maxMs))
}
