import { expect } from 'vitest'
import { authorizationIdentity } from '../identity.ts'
import type { At, Ledger } from '../ledger.ts'
import type { Payment, PaymentState } from '../payment.ts'
import { base, bytes32, claimOf, hello, noon, noonSeconds, settlementOf, thisHour, today, wallet } from './open-ledger.fixture.ts'

export interface Step {
  readonly act:
    | 'claim'
    | 'serve'
    | 'release'
    | 'uncharge'
    | 'record'
    | 'settle'
    | 'refuse'
    | 'unsettle'
    | 'reverse'
    | 'finalize'
    | 'archive'
  readonly payer: number
  readonly nonce: number
  readonly amount: bigint
  readonly free: boolean
  readonly target: number
  readonly behind: number
}

const balance = 180_000n

/** Which states may be seen after which, when some steps in between go unseen. */
const next: Record<PaymentState, readonly PaymentState[]> = {
  claimed: ['served', 'free', 'uncharged', 'released', 'settling', 'settled', 'refused', 'reversed'],
  released: ['claimed', 'served', 'free', 'uncharged'],
  served: ['settling', 'settled', 'refused', 'reversed'],
  settling: ['settled', 'refused', 'reversed'],
  settled: ['settling', 'reversed'],
  refused: ['settled', 'settling', 'reversed'],
  free: [],
  uncharged: [],
  credit: [],
  reversed: [],
}

/** Lives through steps on a ledger, and knows what must hold after each. */
export function startHistory(ledger: Ledger) {
  const known: string[] = []
  const seen = new Map<string, Payment>()
  /** Identity to the payment that held it last. */
  const idOf = new Map<string, string>()
  const everRefused = new Set<string>()
  let transactions = 0
  let archived = false

  async function claim({ payer, nonce, amount, free }: Step): Promise<void> {
    const freeCall = free ? { day: today, client: 'one', dailyLimit: 2 } : null
    const input = claimOf({ payer: wallet(payer), nonce: bytes32(payer * 100 + nonce), amount, freeCall, balance, block: 0n })
    const result = await ledger.claim(input)
    if (result.result !== 'claimed') return
    const identity = input.identities[0]!
    const holder = idOf.get(identity)
    // Only an archived nonce may have a second row; what is hot is taken up in its own.
    if (holder !== undefined && holder !== result.payment.id) expect(archived).toBe(true)
    idOf.set(identity, result.payment.id)
    if (result.payment.free) {
      const earlier = [...seen.values()].filter((payment) => payment.payer === result.payment.payer)
      expect(earlier.filter(({ settledAt, state }) => settledAt !== null || state === 'free')).toEqual([])
    }
    if (!known.includes(result.payment.id)) known.push(result.payment.id)
  }

  async function take(step: Step): Promise<void> {
    if (step.act === 'claim') return claim(step)
    if (step.act === 'archive') {
      archived = true
      return void (await ledger.archive({ expiredBefore: noonSeconds + 61n, limit: step.target }))
    }
    const payment = seen.get(known[step.target] ?? '')
    if (!payment) return
    await act(step.act, step.nonce, payment, { id: payment.id, epoch: payment.epoch - step.behind })
  }

  async function act(name: Exclude<Step['act'], 'claim' | 'archive'>, nonce: number, { id }: Payment, at: At): Promise<unknown> {
    switch (name) {
      case 'serve':
        return ledger.serve({ ...at, answer: hello, at: noon })
      case 'release':
        return ledger.release({ ...at, reason: 'run_failed', counted: false, hour: thisHour, at: noon })
      case 'uncharge':
        return ledger.uncharge({ ...at, answer: hello, reason: 'nothing_new', hour: 'another', at: noon })
      case 'record':
        return ledger.recordTransaction({
          network: base,
          signer: wallet(9),
          nonce,
          transaction: signed(++transactions),
          payments: [id],
          at: noon,
        })
      case 'settle':
        return ledger.settle([settlementOf(id)])
      case 'refuse':
        if (await ledger.refuse({ id, reason: 'cancelled', at: noon })) everRefused.add(id)
        return
      case 'unsettle':
        return ledger.unsettle({ id, at: noon })
      case 'reverse':
        return ledger.reverse({ id, reason: 'reorganised', at: noon })
      case 'finalize':
        return ledger.finalize({ ids: [id] })
    }
  }

  function check(payments: readonly Payment[]): void {
    for (const payment of payments) {
      const before = seen.get(payment.id)
      if (before && before.state !== payment.state) {
        expect(payment.epoch).toBeGreaterThan(before.epoch)
        expect(next[before.state]).toContain(payment.state)
      }
      if (before?.final) expect(payment).toEqual(before)
      seen.set(payment.id, payment)
    }
    for (const payer of [1, 2, 3].map(wallet)) {
      const theirs = payments.filter((payment) => payment.payer === payer)
      expect(theirs.filter(({ free }) => free).length).toBeLessThanOrEqual(1)
      const owed = theirs.filter(
        ({ state, free, id }) => ['claimed', 'served', 'settling', 'settled'].includes(state) && !free && !everRefused.has(id),
      )
      // Archived settlements lie in blocks that any balance of now includes.
      expect(owed.filter(({ final }) => !final).reduce((sum, { amount }) => sum + amount, 0n)).toBeLessThanOrEqual(balance)
    }
    const unfinished = payments.filter(({ state }) => ['claimed', 'served', 'settling'].includes(state))
    const identities = unfinished.map(({ network, asset, payer, authorization }) =>
      authorizationIdentity(network, asset, payer, authorization!.nonce),
    )
    expect(new Set(identities).size).toBe(unfinished.length)
  }

  async function payments(): Promise<Payment[]> {
    return Promise.all(known.map(async (id) => (await ledger.find(id))!))
  }

  /** Does what the recovery and the settler would do with everything that is unfinished. */
  async function finish(): Promise<void> {
    for (const orphan of await ledger.orphans({ now: noon, instance: 'after', allInstances: true, limit: 100 })) {
      const [mine] = await ledger.adopt({ rows: [orphan], instance: 'after', leaseUntil: noon })
      if (mine!.state === 'claimed') await ledger.release({ ...mine!, reason: 'restart', counted: false, hour: thisHour, at: noon })
      else expect(await ledger.settle([settlementOf(mine!.id)])).toHaveLength(1)
    }
  }

  return { take, check, payments, finish }
}

function signed(number: number) {
  return { hash: bytes32(number), raw: '0x02', maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, storedAt: noon } as const
}
