import { expect, test } from 'vitest'
import type { NetworkSpending } from '../../ledger/slots/network-spending.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { defaultPolicy } from '../policy.ts'
import type { NetworkParts } from '../settler-parts.ts'
import { createSettlerMetrics } from '../settler-metrics.ts'
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
function setUp({ contractAllowancePerDay = 0n } = {}) {
  let now = 1_000_000
  const questions: ((spending: NetworkSpending) => void)[] = []
  const parts = {
    chain: { network: { id: 'eip155:8453' } },
    ledger: { networkSpending: () => new Promise<NetworkSpending>((resolve) => questions.push(resolve)) },
    clock: { now: () => now },
    policy: defaultPolicy,
    metrics: createSettlerMetrics(silentMetrics),
    background: { run: (_: string, task: () => Promise<void>) => void task() },
  } as unknown as NetworkParts
  const figures = { coinPrice: 10n ** 9n, maxFeePerGas: 10n ** 9n, perPayment: 66_000n }
  const budget = createGasBudget(parts, {
    costs: { figures: () => figures, observe: () => {} },
    shareBasisPoints: 0n,
    allowancePerDay: 660_000n,
    contractAllowancePerDay,
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
  for (let accepted = 0; accepted < 8; accepted += 1) budget.taken(payment)
  expect(budget.canTake(payment)).toBe(false)
  const reserving = [1, 2].map(() => budget.reserve({ value: 0n, worstGwei: 0n, newContract: false }))
  const eight = { ...nothing, unsettledPayments: 8, unsettledValue: 8_000n }
  await answer(eight)
  await answer(eight)
  await Promise.all(reserving)
  expect(budget.canTake(payment)).toBe(false)
  for (let accepted = 0; accepted < 2; accepted += 1) budget.taken(payment)
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

test('new contract payers that come together have room for no more than the allowance pays for', async () => {
  // A contract may cost 500,000 base units, and a quarter of the allowance is there at midnight.
  const { budget, answer, pass } = setUp({ contractAllowancePerDay: 2_000_000n })
  const contract = { amount: 0n, newContract: true }
  expect(budget.canTake(contract)).toBe(true)
  await answer()
  expect(budget.canTake(contract)).toBe(true)
  budget.taken(contract)
  expect(budget.canTake(contract)).toBe(false)
  pass(30_000)
  void budget.reserve({ value: 0n, worstGwei: 0n, newContract: true })
  await answer()
  expect(budget.canTake(contract)).toBe(true)
})
