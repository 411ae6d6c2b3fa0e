import { expect } from 'vitest'
import { placeContract, placeWallet } from '../../../sandbox/tests/place-contract.ts'
import type { Chain, Fees, TransactionReceipt } from '../../../src/chain/chain.ts'
import { createKeySigner, type Signer } from '../../../src/settler/signer.ts'
import type { TestChain } from '../../../src/settler/test-world.fixture.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { gwei, keyOf, type Payer, payerOf, payTo } from './chain.fixture.ts'
import { type Act, callOf } from './outsiders.ts'
import { createSimulatedChain, type SimulatedChain } from './simulated-chain.ts'

/** USDC that every payer starts with, in base units. */
export const startUnits = 100_000_000n
const oneCoin = 10n ** 18n

/** A real node with real USDC, and a simulated chain that gets the same calls. */
export interface ChainPair {
  readonly real: TestChain
  readonly simulated: SimulatedChain
  readonly payers: readonly Payer[]
  /** Two contract wallets with the key of their claimed owner; only the first accepts its signatures. */
  readonly contracts: readonly [Payer, Payer]
  /** A contract on the real chain to which accounts delegate. */
  readonly burner: Hex
  /** The second has no gas coins. */
  readonly signers: readonly [Signer, Signer]
  /** Fees with which all transactions pay the miner the same, and none is refused. */
  readonly fees: Fees
  /** Asks both nodes, expects the same answer, and returns it. `offset`: number of blocks that this node is ahead. */
  ask<T>(what: string, question: (node: Chain, offset: bigint) => Promise<T>): Promise<T>
  act(act: Act, data?: Hex): Promise<void>
  /** Makes a block on both chains. */
  mine(): Promise<void>
  /** Replaces the newest block by an empty one. */
  reorganise(): Promise<void>
  receipt(hash: Hex): Promise<TransactionReceipt | null>
}

export async function openChainPair(real: TestChain, name: string): Promise<ChainPair> {
  real.hold()
  const { network, multicall } = real.chain
  const legacy = network.transactions === 'legacy'
  const payers = Array.from({ length: 8 }, (_, index) => payerOf(`${name} payer ${index}`))
  const owner = payerOf(`${name} owner`)
  const [wallet, refusing, burner] = await Promise.all([
    placeWallet(real.node.url, owner.address),
    placeWallet(real.node.url, payTo),
    placeContract(real.node.url, 'gas-burner'),
  ])
  const signers = [createKeySigner(keyOf(`${name} signer`)), createKeySigner(keyOf(`${name} poor signer`))] as const
  const accounts = [...payers.map(({ address }) => address), wallet, refusing]
  await real.fund(accounts, startUnits)
  await real.fund([signers[0].address], 0n)
  await real.node.batch(accounts.map((account) => ['anvil_impersonateAccount', account]))
  await real.mine()

  const genesis = await real.chain.head()
  const simulated = createSimulatedChain({
    network,
    multicall,
    genesisTimestamp: genesis.timestamp,
    baseFee: genesis.baseFee ?? gwei,
    now: () => genesis.timestamp + 600n,
  })
  const node = simulated.node({ refusesBelowBaseFee: true })
  for (const account of accounts) simulated.fund(account, startUnits)
  simulated.fundGas(signers[0].address, 10n * oneCoin)
  simulated.act({ kind: 'setCode', account: wallet, contract: { kind: 'owned-by', owner: owner.address } })
  simulated.act({ kind: 'setCode', account: refusing, contract: 'refuses' })

  async function ask<T>(what: string, question: (node: Chain, offset: bigint) => Promise<T>): Promise<T> {
    const [expected, answer] = [await question(real.chain, genesis.number), await question(node, 0n)]
    expect(answer, what).toEqual(expected)
    return answer
  }

  async function mine(): Promise<void> {
    const { timestamp } = await real.chain.head()
    await real.node.call('evm_setNextBlockTimestamp', `0x${(timestamp + 2n).toString(16)}`)
    await real.mine()
    const head = await real.chain.head()
    if (head.baseFee !== null) simulated.setBaseFee(head.baseFee)
    simulated.mine(head.timestamp)
  }

  await mine()
  return {
    real,
    simulated,
    payers,
    contracts: [
      { address: wallet.toLowerCase() as Hex, key: owner.key },
      { address: refusing.toLowerCase() as Hex, key: owner.key },
    ],
    burner,
    signers,
    fees: legacy ? { kind: 'legacy', gasPrice: 2n * gwei } : { kind: 'eip1559', maxFeePerGas: 3n * gwei, maxPriorityFeePerGas: gwei },
    ask,
    async act(act, data) {
      const call = callOf(act, network.asset)
      await real.send(call.from, call.to!, data ?? call.data)
      simulated.act(act, { tip: gwei })
    },
    mine,
    async reorganise() {
      await real.reorganise()
      simulated.reorganise(1, { transactions: 'lost', replace: 'empty' })
    },
    async receipt(hash) {
      const [expected, answer] = await Promise.all([real.chain.receipt(hash), node.receipt(hash)])
      expect(withoutBlock(answer, 0n), 'receipt').toEqual(withoutBlock(expected, genesis.number))
      if (answer && expected && !legacy) {
        expect(answer.effectiveGasPrice).toBe(expected.effectiveGasPrice)
        expect(
          Math.abs(Number(answer.gasUsed) / Number(expected.gasUsed) - 1),
          `gas ${answer.gasUsed} for ${expected.gasUsed}`,
        ).toBeLessThan(0.12)
      }
      return answer
    },
  }
}

/** What two chains must agree on. Block hashes differ, block numbers differ by an offset, and gas differs a little. */
function withoutBlock(receipt: TransactionReceipt | null, offset: bigint): unknown {
  return (
    receipt && {
      hash: receipt.hash,
      status: receipt.status,
      block: receipt.blockNumber - offset,
      logs: receipt.logs.map(({ address, topics, data, logIndex }) => ({ address, topics, data, logIndex })),
    }
  )
}
