import { encodeFunctionData, numberToHex } from 'viem'
import type { Hex } from '../../src/shared/bytes.ts'
import { tokenOf } from '../chains/install-contracts.ts'
import type { NodeCall } from '../chains/node-rpc.ts'
import type { RunningChain } from '../chains/start-chains.ts'
import { compiledContract } from '../contracts/compiled-contract.ts'
import type { Call, HistoryEvent, Move } from './history-event.ts'
import { derivedAddress } from './derived-address.ts'

const author = derivedAddress('author')
const writer = derivedAddress('writer')
const zeroAddress: Hex = '0x0000000000000000000000000000000000000000'
const gasPrice = '0x77359400'
/** Half of a block's gas: with half-full blocks the base fee does not change. */
const halfBlockGas = '0x1c9c380'
const coin = 10n ** 18n
const untouched = 1n << 255n

/** The blocks of a chain's history, oldest first. */
function blocksOf(events: readonly HistoryEvent[], slug: string): (readonly HistoryEvent[])[] {
  const byAge = Map.groupBy(
    events.filter(({ network }) => network === slug),
    ({ ago }) => ago,
  )
  return [...byAge].toSorted(([one], [other]) => other - one).map(([, block]) => block)
}

/** All accounts that do something. They get a little gas, as every sender of transactions has. */
function actorsOf(events: readonly HistoryEvent[]): { readonly payers: Hex[]; readonly callers: Hex[]; readonly senders: Hex[] } {
  const payers = events.flatMap(({ moves = [] }) => moves.flatMap(({ from }) => from ?? []))
  const callers = events.flatMap(({ calls = [] }) => calls.map(({ from }) => from))
  const sent = events.flatMap((event) => (event.sent ?? []).map(([account]) => account))
  const distinct = (list: readonly Hex[]): Hex[] => [...new Set(list)]
  return { payers: distinct(payers), callers: distinct(callers), senders: distinct([...payers, ...callers, ...sent]) }
}

function movesCall(usdc: Hex, moves: readonly Move[]): Hex {
  const rows = moves.map(({ from, to, units }) => ({ from: from ?? zeroAddress, to, value: units }))
  return encodeFunctionData({ abi: compiledContract('history-writer').abi, functionName: 'move', args: [usdc, rows] })
}

/**
 * Mines the events of a chain at their times, and then sets its clock to the real time. The chain must begin before the first event, and
 * nothing else may make blocks during this time.
 * @throws when a transaction fails
 */
export async function writeHistory(chain: RunningChain, events: readonly HistoryEvent[], startedAt: number): Promise<void> {
  const { rpc, asset: usdc, slug, name } = chain
  const blocks = blocksOf(events, slug)
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
    return ['eth_sendTransaction', { from, to, data, nonce, gas: from === author ? halfBlockGas : '0xf4240', gasPrice }]
  }
  // Nonces are set after their block: set before it, they would count for the block before.
  let afterBlock: NodeCall[] = []
  for (const block of blocks) {
    const [{ ago } = { ago: 0 }] = block
    const moves = block.flatMap((event) => event.moves ?? [])
    const calls = block.flatMap((event) => event.calls ?? [])
    const all = moves.length === 0 ? calls : [{ from: author, to: writer, data: movesCall(usdc, moves) }, ...calls]
    const transactions = all.map(send)
    // The node refuses a transaction of an account while it does not know the nonces before it.
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
    const sent = block.flatMap((event) => event.sent ?? [])
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
  if (failed > 0) throw new Error(`${failed} of ${hashes.length} transactions of the history of ${name} failed`)
}
