import { encodeFunctionData, numberToHex } from 'viem'
import type { Hex } from '../../src/shared/bytes.ts'
import { tokenOf } from '../chains/install-contracts.ts'
import type { NodeCall } from '../chains/node-rpc.ts'
import type { RunningChain } from '../chains/start-chains.ts'
import { compiledContract } from '../contracts/compiled-contract.ts'
import type { Call, Deed, Move } from './deed.ts'
import { derivedAddress } from './derived-address.ts'

const author = derivedAddress('author')
const writer = derivedAddress('writer')
const nobody: Hex = '0x0000000000000000000000000000000000000000'
const gasPrice = '0x77359400'
/** Half of a block: with the other half empty, the base fee stays where it is. */
const mostGas = '0x1c9c380'
const coin = 10n ** 18n
const untouched = 1n << 255n

/** The blocks of a chain's past, oldest first. */
function blocksOf(deeds: readonly Deed[], slug: string): (readonly Deed[])[] {
  const byAge = Map.groupBy(
    deeds.filter(({ network }) => network === slug),
    ({ ago }) => ago,
  )
  return [...byAge].toSorted(([one], [other]) => other - one).map(([, block]) => block)
}

/** Everybody who does something; they get a little gas, as people who send transactions have. */
function actorsOf(deeds: readonly Deed[]): { readonly payers: Hex[]; readonly callers: Hex[]; readonly senders: Hex[] } {
  const payers = deeds.flatMap(({ moves = [] }) => moves.flatMap(({ from }) => from ?? []))
  const callers = deeds.flatMap(({ calls = [] }) => calls.map(({ from }) => from))
  const sent = deeds.flatMap((deed) => (deed.sent ?? []).map(([account]) => account))
  const distinct = (list: readonly Hex[]): Hex[] => [...new Set(list)]
  return { payers: distinct(payers), callers: distinct(callers), senders: distinct([...payers, ...callers, ...sent]) }
}

function movesCall(usdc: Hex, moves: readonly Move[]): Hex {
  const rows = moves.map(({ from, to, units }) => ({ from: from ?? nobody, to, value: units }))
  return encodeFunctionData({ abi: compiledContract('history-writer').abi, functionName: 'move', args: [usdc, rows] })
}

/**
 * Mines everything that is said to have happened on a chain, at its times, and sets its clock right. The chain must have begun
 * before all of it, and nobody else may make blocks meanwhile.
 * @throws when a transaction fails
 */
export async function writePast(chain: RunningChain, deeds: readonly Deed[], startedAt: number): Promise<void> {
  const { rpc, asset: usdc, slug, name } = chain
  const blocks = blocksOf(deeds, slug)
  const { payers, callers, senders } = actorsOf(blocks.flat())
  const token = tokenOf(chain)
  const allow = (units: bigint) => payers.map((payer) => token.grantAllowance(usdc, payer, writer, units))
  await rpc.batch([
    ['anvil_setCode', writer, compiledContract('history-writer').runtimeCode],
    ...token.grantMinter(usdc, writer),
    ...allow(untouched),
    ...[author, ...callers].map((account): NodeCall => ['anvil_impersonateAccount', account]),
    ...[author, ...senders].map((account): NodeCall => ['anvil_setBalance', account, numberToHex(coin)]),
  ])
  const hashes: Hex[] = []
  const nonces = new Map<Hex, number>()
  const grow = (account: Hex, by: number): number => {
    const nonce = (nonces.get(account) ?? 0) + by
    nonces.set(account, nonce)
    return nonce
  }
  const send = ({ from, to, data }: Call): NodeCall => {
    const nonce = numberToHex(grow(from, 1) - 1)
    return ['eth_sendTransaction', { from, to, data, nonce, gas: from === author ? mostGas : '0xf4240', gasPrice }]
  }
  // Set before a block it would count as of the block before.
  let afterBlock: NodeCall[] = []
  for (const block of blocks) {
    const [{ ago } = { ago: 0 }] = block
    const moves = block.flatMap((deed) => deed.moves ?? [])
    const calls = block.flatMap((deed) => deed.calls ?? [])
    const all = moves.length === 0 ? calls : [{ from: author, to: writer, data: movesCall(usdc, moves) }, ...calls]
    const transactions = all.map(send)
    // An account's transaction is refused while the node does not know of those before it.
    const waits = afterBlock.some(([, account]) => all.some(({ from }) => from === account))
    if (waits) await rpc.batch(afterBlock)
    const answers = await rpc.batch([
      ...transactions,
      ...(waits ? [] : afterBlock),
      ...block.flatMap(({ placed = [] }) => placed),
      ['evm_setNextBlockTimestamp', startedAt - ago],
    ])
    hashes.push(...(answers.slice(0, transactions.length) as Hex[]))
    await rpc.call('evm_mine')
    const sent = block.flatMap((deed) => deed.sent ?? [])
    afterBlock = sent.map(([account, count]): NodeCall => ['anvil_setNonce', account, numberToHex(grow(account, count))])
  }
  await rpc.batch([
    ...afterBlock,
    ...allow(0n),
    ['anvil_setCode', writer, '0x'],
    ...[author, ...callers].map((account): NodeCall => ['anvil_stopImpersonatingAccount', account]),
    ['evm_setTime', Math.floor(Date.now() / 1000)],
  ])
  await rpc.call('evm_mine')
  await refuseFailures(chain, hashes, name)
}

async function refuseFailures({ rpc }: RunningChain, hashes: readonly Hex[], name: string): Promise<void> {
  const receipts = (await rpc.batch(hashes.map((hash) => ['eth_getTransactionReceipt', hash]))) as ({ status: Hex } | null)[]
  const failed = receipts.filter((receipt) => receipt?.status !== '0x1').length
  if (failed > 0) throw new Error(`${failed} of ${hashes.length} transactions of the past of ${name} failed`)
}
