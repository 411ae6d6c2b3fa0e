import { expect, test } from 'vitest'
import type { Authorization, Chain } from '../../chain/chain.ts'
import { networks } from '../../chain/networks.ts'
import { networkUnavailable } from '../call-refusals.ts'
import { checkContract, type ContractChecks } from './check-contract.ts'

const base = { network: networks[0]! } as unknown as Chain
const authorization = { from: `0x${'c0'.repeat(20)}`, value: 7_500n } as unknown as Authorization

/** Gas costs a tenth of a base unit, and settling may cost half of the price. */
function checks({ gas = 30_000n, settled = 0, seen = 0 }: { gas?: bigint | null; settled?: number; seen?: number } = {}): ContractChecks {
  return {
    settler: { contractGas: async () => gas, hasSettledBefore: async () => settled + seen > 0 },
    costs: { isGasTooExpensive: (_network, units, price) => 2n * (units / 10n) > price },
  }
}

const open = { refusal: () => null }
const noneLeft = networkUnavailable('Base', 'none left')
const closedToNewContracts = {
  refusal: (_network: string, _amount: bigint, options?: { newContract: boolean }) => (options?.newContract ? noneLeft : null),
}

test('a contract is accepted where its settlement costs no more than its share of the price', async () => {
  expect(await checkContract(checks(), open, base, authorization)).toBeNull()
  expect(await checkContract(checks({ gas: 37_500n }), open, base, authorization)).toBeNull()
})

test('one whose check costs more is refused, and told what it costs', async () => {
  const dear = await checkContract(checks({ gas: 455_000n }), open, base, authorization)
  expect(dear).toMatchObject({
    code: 'settlement_too_expensive',
    options: { received: expect.stringContaining('455000 gas') },
  })
  expect(await checkContract(checks({ gas: 37_510n }), open, base, authorization)).toMatchObject({ code: 'settlement_too_expensive' })
})

test('one whose settlement would fail with real fees is refused', async () => {
  const code = 'invalid_exact_evm_transaction_simulation_failed'
  expect(await checkContract(checks({ gas: null }), open, base, authorization)).toMatchObject({ code })
})

test('where no allowance is left for contracts that are new here, those that have settled before are accepted', async () => {
  expect(await checkContract(checks(), closedToNewContracts, base, authorization)).toBe(noneLeft)
  expect(await checkContract(checks({ settled: 1 }), closedToNewContracts, base, authorization)).toBeNull()
  expect(await checkContract(checks({ seen: 1 }), closedToNewContracts, base, authorization)).toBeNull()
})

test('where somebody else pays for settlement, nothing is asked', async () => {
  const { contractGas: _, ...settler } = checks({ gas: null }).settler
  expect(await checkContract({ ...checks(), settler }, closedToNewContracts, base, authorization)).toBeNull()
})
