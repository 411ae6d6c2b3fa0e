import { expect, test } from 'vitest'
import type { NetworkSpending } from '../../ledger/slots/network-spending.ts'
import { defaultPolicy } from '../policy.ts'
import type { NetworkParts } from '../settler-parts.ts'
import { createGasBudget } from './gas-budget.ts'

const nothing: NetworkSpending = {
  gwei: 0n,
  settled: 0n,
  contractGwei: 0n,
  contractSettled: 0n,
  openGwei: 0n,
  openContractGwei: 0n,
  openContractValue: 0n,
  openPayments: 0,
  unsettledPayments: 0,
  unsettledValue: 0n,
}
const payment = { amount: 1_000n, newContract: false }

/** A budget whose allowance pays for ten payments in batches, and whose questions to the ledger the test answers. */
function setUp() {
  let now = 1_000_000
  const questions: ((spending: NetworkSpending) => void)[] = []
  const parts = {
    chain: { network: { id: 'eip155:8453' } },
    ledger: { networkSpending: () => new Promise<NetworkSpending>((resolve) => questions.push(resolve)) },
    clock: { now: () => now },
    policy: defaultPolicy,
    background: { run: (_: string, task: () => Promise<void>) => void task() },
  } as unknown as NetworkParts
  const figures = { coinPrice: 10n ** 9n, maxFeePerGas: 10n ** 9n, perPayment: 66_000n }
  const budget = createGasBudget(parts, {
    costs: { figures: () => figures, ofGas: () => null, observe: () => {} },
    shareBasisPoints: 0n,
    allowancePerDay: 660_000n,
    contractAllowancePerDay: 0n,
  })
  const answer = async (spending = nothing) => {
    questions.shift()!(spending)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { budget, answer, pass: (ms: number) => void (now += ms) }
}

test('what was accepted since the figures were read counts, also where two questions to the ledger were under way', async () => {
  const { budget, answer } = setUp()
  expect(budget.canTake(payment)).toBe(true)
  await answer()
  for (let accepted = 0; accepted < 8; accepted += 1) budget.taken(payment.amount)
  expect(budget.canTake(payment)).toBe(false)
  const reserving = [1, 2].map(() => budget.reserve({ value: 0n, worstGwei: 0n, newContract: false }))
  const eight = { ...nothing, unsettledPayments: 8, unsettledValue: 8_000n }
  await answer(eight)
  await answer(eight)
  await Promise.all(reserving)
  expect(budget.canTake(payment)).toBe(false)
  for (let accepted = 0; accepted < 2; accepted += 1) budget.taken(payment.amount)
  expect(budget.canTake(payment)).toBe(false)
})

test('an answer of the ledger that was overtaken by a newer one changes nothing', async () => {
  const { budget, answer } = setUp()
  expect(budget.canTake(payment)).toBe(true)
  const reserving = budget.reserve({ value: 0n, worstGwei: 0n, newContract: false })
  await answer()
  await answer({ ...nothing, unsettledPayments: 10 })
  await reserving
  expect(budget.canTake(payment)).toBe(false)
})
