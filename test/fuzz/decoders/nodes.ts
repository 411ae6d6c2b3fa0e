import { decodeString, selectors } from '../../../src/chain/abi.ts'
import { type Authorization, type Chain, RpcRejected, RpcUnreachable } from '../../../src/chain/chain.ts'
import { connectChain } from '../../../src/chain/connect/connect-chain.ts'
import { decodeAggregate3Successes } from '../../../src/chain/multicall.ts'
import { readReply } from '../../../src/chain/rpc/rpc-reply.ts'
import { NetworkRefused } from '../../../src/chain/token-check.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { mutateText, rawText } from '../generate/mutate-text.ts'
import { jsonTokens } from '../generate/wire.ts'
import { hold, matches, plain } from '../promises.ts'
import type { Target } from '../run-fuzz.ts'
import { promptTimers, stillClock } from '../still-world.ts'
import { hash, network, nonce, payer, payTo } from './honest-node.ts'
import { honestRpc, liesAbout, rpcTo, type Lie } from './lying-node.ts'

interface Reply {
  readonly status: number
  readonly text: string
  readonly ids: readonly number[]
}

const nearReply = jsonNear([
  { jsonrpc: '2.0', id: 1, result: '0x1' },
  [
    { jsonrpc: '2.0', id: 1, result: '0x1' },
    { jsonrpc: '2.0', id: 2, error: { code: 3, message: 'execution reverted', data: '0x' } },
  ],
  { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'rate limit' } },
  { jsonrpc: '2.0', error: { code: -32600, message: 'batch too large' } },
])
const rpcReply: Target<Reply, Reply> = {
  name: 'reply of a node',
  share: 2,
  make: (random) => ({
    status: random.chance(0.9) ? 200 : random.pick([400, 403, 404, 413, 429, 500, 503]),
    text: random.chance(0.85) ? nearReply(random) : rawText(random, jsonTokens),
    ids: random.pick([[1], [1, 2], [1, 2, 3]]),
  }),
  fed: (input) => input,
  check({ ids, ...posted }) {
    const reply = readReply(posted, ids, (words) => words.slice(0, 300))
    if (reply.kind === 'fault') plain(reply.fault, 'the fault')
    if (reply.kind !== 'answered') return reply.kind
    hold(reply.outcomes.length === ids.length, 'every call has an outcome')
    for (const outcome of reply.outcomes) {
      if (outcome.kind === 'fault') plain(outcome.fault, 'the fault')
      if (outcome.kind === 'rejected') hold(outcome.error.message.length <= 300, 'a rejection is short')
    }
    return reply.outcomes.map(({ kind }) => kind)[0] ?? 'answered'
  },
  reaches: ['result', 'rejected', 'fault', 'batch_refused'],
}

const authorization: Authorization = {
  from: payer,
  to: payTo,
  value: 7500n,
  validAfter: 0n,
  validBefore: 1_795_230_481n,
  nonce,
  signature: `0x${'2d'.repeat(32)}${'1f'.repeat(32)}1c`,
}
const call = (selector: keyof typeof selectors): string => `eth_call ${selectors[selector]}`
const connecting = ['eth_chainId', call('domainSeparator'), call('decimals'), call('name'), call('version'), 'eth_getCode']

interface Question {
  /** The calls that it makes to the node. */
  readonly asks: readonly string[]
  ask(chain: Chain): Promise<string>
}

const questions: Readonly<Record<string, Question>> = {
  head: { asks: ['eth_getBlockByNumber'], ask: async (chain) => blockHolds(await chain.head()) },
  block: { asks: ['eth_getBlockByNumber'], ask: async (chain) => blockHolds(await chain.block(16n)) },
  finalBlock: { asks: ['eth_getBlockByNumber', 'eth_blockNumber'], ask: async (chain) => number(await chain.finalBlock()) },
  payerState: {
    asks: ['eth_getBlockByNumber', call('balanceOf'), call('authorizationState'), 'eth_getCode'],
    async ask(chain) {
      const state = await chain.payerState(payer, nonce)
      matches(state.code, /^0x(?:[0-9a-f]{2})*$/, 'code')
      return number(state.balance)
    },
  },
  contractAccepts: { asks: [call('isValidSignature')], ask: async (chain) => String(await chain.contractAccepts(payer, nonce, '0x00')) },
  codes: { asks: ['eth_getCode'], ask: async (chain) => String((await chain.codes([payer])).length) },
  simulateTransfers: {
    asks: [call('aggregate3'), call('transferWithAuthorization')],
    async ask(chain) {
      const able = await chain.simulateTransfers(payTo, [authorization, authorization], 200_000n)
      hold(able.length === 2 && able.every((one) => typeof one === 'boolean'), 'every transfer has its verdict')
      return 'verdicts'
    },
  },
  suggestFees: {
    asks: ['eth_getBlockByNumber', 'eth_maxPriorityFeePerGas'],
    async ask(chain) {
      const fees = await chain.suggestFees()
      return number(fees.kind === 'legacy' ? fees.gasPrice : fees.maxFeePerGas)
    },
  },
  accountNonce: { asks: ['eth_getTransactionCount'], ask: async (chain) => number(BigInt(await chain.accountNonce(payTo, 'pending'))) },
  accountBalance: { asks: ['eth_getBalance'], ask: async (chain) => number(await chain.accountBalance(payTo)) },
  send: { asks: ['eth_sendRawTransaction'], ask: (chain) => chain.send('0x02') },
  receipt: {
    asks: ['eth_getTransactionReceipt'],
    ask: async (chain) => ((await chain.receipt(hash)) === null ? 'nothing' : 'receipt'),
  },
  transaction: {
    asks: ['eth_getTransactionReceipt', 'eth_getTransactionByHash', 'eth_getBlockByNumber', 'eth_blockNumber'],
    async ask(chain) {
      const facts = await chain.transaction(hash)
      if (facts === null) return 'nothing'
      hold(facts.hash === hash && facts.confirmations >= 1n, 'it is the transaction that was asked for')
      timeHolds(facts.timestamp)
      for (const { from, to } of facts.transfers) for (const address of [from, to]) matches(address, /^0x[0-9a-f]{40}$/, 'an address')
      return facts.transfers.length > 0 ? 'transfer' : 'no transfer'
    },
  },
  authorizationFate: {
    asks: [call('authorizationState'), 'eth_blockNumber', 'eth_getLogs', 'eth_getTransactionReceipt'],
    ask: async (chain) => (await chain.authorizationFate(payer, nonce, 1n)).kind,
  },
}

function blockHolds(block: Awaited<ReturnType<Chain['block']>>): string {
  if (block === null) return 'nothing'
  timeHolds(block.timestamp)
  return number(block.number)
}

/** Answers contain it as a date. */
function timeHolds(seconds: bigint): void {
  hold(!Number.isNaN(new Date(Number(seconds) * 1000).getTime()), `the time of a block is one: ${seconds}`)
}

function number(value: bigint): string {
  hold(value >= 0n && value < 1n << 258n, 'a number is in its bounds')
  return 'a number'
}

interface Lied {
  readonly question: string
  readonly lies: readonly Lie[]
}

const chainAnswers: Target<Lied, Lied> = {
  name: 'answers of a node about chain, token, payer and transaction',
  share: 3,
  // Several requests, each with an answer of up to 128 KB.
  maxMs: 80,
  make(random) {
    const question = random.pick(['connect', ...Object.keys(questions), 'transaction', 'transaction', 'receipt'])
    return { question, lies: liesAbout(random, questions[question]?.asks ?? connecting) }
  },
  fed: (input) => input,
  async check({ question, lies }) {
    const asked = questions[question]
    try {
      let current = asked ? honestRpc : rpcTo(lies)
      const chain = await connectChain({
        network,
        rpc: { call: (...asking) => current.call(...asking) },
        clock: stillClock,
        timers: promptTimers,
        log: silentLog,
      })
      if (!asked) return 'connected'
      current = rpcTo(lies)
      return await asked.ask(chain)
    } catch (error) {
      if (error instanceof NetworkRefused) return 'refused'
      if (!(error instanceof RpcUnreachable)) throw error
      hold(!(error instanceof RpcRejected), 'a rejection of a read is no answer')
      return 'unreachable'
    }
  },
  reaches: ['a number', 'connected', 'refused', 'unreachable', 'transfer', 'nothing', 'accepted', 'used', 'verdicts', 'true', 'false'],
}

interface Text {
  readonly text: string
}

const returned = [
  '0x',
  `0x${'00'.repeat(32)}`,
  `0x${'20'.padStart(64, '0')}${'8'.padStart(64, '0')}${Buffer.from('USD Coin').toString('hex').padEnd(64, '0')}`,
  `0x${['20', '2', '40', 'a0', '1', '40', '0', '0', '40', '0'].map((digits) => digits.padStart(64, '0')).join('')}`,
]
const abiAnswers: Target<Text, Hex> = {
  name: 'texts and flags that calls return',
  make: (random) => ({ text: hexOnly(mutateText(random, random.pick(returned))) }),
  // Its callers make sure that it is hex.
  fed: ({ text }) => hexOnly(text) as Hex,
  check(data) {
    const text = decodeString(data)
    if (text !== null) hold(text.length <= 256, 'a text is short')
    const flags = decodeAggregate3Successes(data, 2)
    if (flags !== null) hold(flags.length === 2, 'as many flags as calls')
    return flags !== null ? 'flags' : text !== null ? 'text' : 'nothing'
  },
  reaches: ['flags', 'text', 'nothing'],
}

function hexOnly(text: string): string {
  const digits = text.replace(/^0x/, '').replaceAll(/[^0-9a-fA-F]/g, '')
  return `0x${digits.length % 2 === 0 ? digits : digits.slice(1)}`
}

export const nodeTargets = [rpcReply, chainAnswers, abiAnswers] as readonly Target[]
