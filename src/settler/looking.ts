import { RpcUnreachable } from '../chain/chain.ts'
import { hasPassed, type Cancel } from '../shared/clock.ts'
import type { Conclude } from './conclude.ts'
import { blocksMs, canStillBeMined, graceMs, hasJustBegun, isClosed, pollMs } from './policy.ts'
import { resolvePayment } from './resolve-payment.ts'
import type { Decision } from './resolve-payment.ts'
import type { Settlement } from './settlements.ts'
import type { NetworkParts } from './settler-parts.ts'

/** Payments whose authorization's fate decides what is next; each is looked at until something can be said. */
export interface Looking {
  add(settlement: Settlement, delayMs: number): void
  /** Resolves when everything added so far was looked at once. */
  caughtUp(): Promise<void>
}

/** How many are looked at in one go. */
const atOnce = 32

export function createLooking(
  parts: NetworkParts & { readonly conclude: Conclude; readonly again: (settlement: Settlement) => void },
): Looking {
  const { chain, conclude, again, policy, clock, timers, background } = parts
  const { network } = chain
  const log = parts.log.child({ network: network.id })
  const waiting = new Map<Settlement, { readonly since: number; readonly ms: number }>()
  const idle = new Set<() => void>()
  let timer: { readonly at: number; readonly cancel: Cancel } | null = null
  let busy = false

  function add(settlement: Settlement, delayMs: number): void {
    settlement.place = 'look'
    waiting.set(settlement, { since: clock.now(), ms: delayMs })
    arm()
  }

  function arm(): void {
    if (busy || background.stopped) return
    const now = clock.now()
    const at = Math.min(...[...waiting.values()].map(({ since, ms }) => (hasPassed(since, ms, now) ? now : since + ms)))
    // A timer that should have fired by now was armed before the clock was put forward, and would yet take its time.
    if (at === Infinity || (timer !== null && timer.at <= at && timer.at > now)) return
    timer?.cancel()
    timer = {
      at,
      cancel: timers.after(at - now, () => {
        timer = null
        background.run('look up authorizations', run)
      }),
    }
  }

  async function run(): Promise<void> {
    busy = true
    try {
      const now = clock.now()
      const due = [...waiting].filter(([, { since, ms }]) => hasPassed(since, ms, now)).slice(0, atOnce)
      await Promise.all(due.map(([settlement]) => lookAt(settlement)))
    } finally {
      busy = false
      arm()
      if ([...waiting.keys()].every((settlement) => settlement.looks > 0)) for (const wake of idle) wake()
    }
  }

  async function lookAt(settlement: Settlement): Promise<void> {
    if (settlement.place !== 'look') {
      waiting.delete(settlement)
      return
    }
    settlement.looks += 1
    try {
      const decision = await decide(settlement)
      if (settlement.place !== 'look') return
      await act(settlement, decision)
    } catch (error) {
      if (error instanceof RpcUnreachable) log.debug({ payment: settlement.payment.id }, 'chain does not answer')
      else log.error({ err: error, payment: settlement.payment.id }, 'a look at a payment failed')
    }
    if (settlement.place === 'look') waiting.set(settlement, { since: clock.now(), ms: pause(settlement) })
    else waiting.delete(settlement)
  }

  /** Later and later, but not long after the moment at which nothing can collect it any more. */
  function pause({ looks, authorization }: Settlement): number {
    const growing = Math.min(policy.lookMaxMs, pollMs(policy, network) * 2 ** Math.min(looks, 12))
    const closesIn = Number(authorization.validBefore) * 1000 + graceMs(policy, network) - clock.now()
    return closesIn > 0 ? Math.min(growing, closesIn + 1) : growing
  }

  async function decide(settlement: Settlement): Promise<Decision> {
    const { payment, authorization, failedAlone } = settlement
    const from = payment.claimBlock > policy.reorgDepth ? payment.claimBlock - policy.reorgDepth : 0n
    const fate = await chain.authorizationFate(payment.payer, authorization.nonce, from)
    if (fate.kind === 'used' && network.confirmations > 1) {
      const { number } = await chain.head()
      if (number - fate.blockNumber + 1n < BigInt(network.confirmations)) return { kind: 'wait' }
    }
    const failed = fate.kind === 'unused' && failedAlone !== null
    const state = failed ? await chain.payerState(payment.payer, authorization.nonce, { fresh: true }) : null
    // One node lags behind another: the money may be gone because it came to us.
    if (state?.authorizationUsed) return { kind: 'wait' }
    const now = clock.now()
    return resolvePayment({
      payment,
      fate,
      canBeMined: canStillBeMined(policy, network, authorization.validBefore, now),
      closed: isClosed(policy, network, authorization.validBefore, now),
      failedAlone,
      hasty: now - settlement.failedAt < blocksMs(policy, network, policy.refusePatienceBlocks),
      late: settlement.failedAt >= Number(authorization.validBefore) * 1000,
      justBegun: hasJustBegun(policy, authorization.validAfter, now),
      balance: state && state.balance,
    })
  }

  async function act(settlement: Settlement, decision: Decision): Promise<void> {
    switch (decision.kind) {
      case 'settled':
        return conclude.settled(settlement, decision.paidAt)
      case 'refused':
        return conclude.refused(settlement, decision.reason, decision.bar)
      case 'reversed':
        return conclude.reversed(settlement, decision.reason)
      case 'again':
        return again(settlement)
      case 'retry':
        settlement.failedAlone = null
        settlement.looks = Math.max(settlement.looks, 6)
        return
      case 'wait':
    }
  }

  return {
    add,
    caughtUp() {
      if ([...waiting.keys()].every((settlement) => settlement.looks > 0)) return Promise.resolve()
      return new Promise((resolve) => {
        const wake = () => {
          idle.delete(wake)
          resolve()
        }
        idle.add(wake)
      })
    },
  }
}
