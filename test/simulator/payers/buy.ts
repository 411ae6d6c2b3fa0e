import type { Good } from '../goods.ts'
import type { Purchase } from '../purchase-record.ts'
import { byMpp, byTransfer, byX402, type PurchaseWish } from '../purchase.ts'
import type { Payer } from '../inhabitants.ts'
import type { World } from '../world.ts'

export const patienceMs = 240_000

/** A purchase by any of the ways that there are; null while the service can't be asked for a challenge. */
export function buyAnyhow(world: World, me: Payer, wish: Partial<PurchaseWish> = {}): Purchase | null {
  const { random } = me
  const whole: PurchaseWish = { good: anyGood(me), chain: random.pick(world.chains), ...wish }
  const way = random.next()
  if (way < 0.5) return byX402(world, me, whole)
  if (way < 0.75) return byMpp(world, me, whole)
  return byTransfer(world, me, whole, random.pick(['memo', 'bare', 'legacy'] as const))
}

/** One that the service has to settle. */
export function buyByAuthorization(world: World, me: Payer, wish: Partial<PurchaseWish> = {}): Purchase | null {
  const whole: PurchaseWish = { good: anyGood(me), chain: me.random.pick(world.chains), ...wish }
  return me.random.chance(0.6) ? byX402(world, me, whole) : byMpp(world, me, whole)
}

export function anyGood(me: Payer): Good {
  return me.random.pick(['cheap', 'dear', 'dear', 'daily'] as const)
}

export async function pause(world: World, me: Payer, mostMs: number): Promise<void> {
  await world.time.timers.sleep(me.random.between(0, mostMs))
}
