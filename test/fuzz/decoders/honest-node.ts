import { selectors, topics } from '../../../src/chain/abi.ts'
import type { Network } from '../../../src/chain/chain.ts'
import { domainSeparator } from '../../../src/chain/eip3009.ts'
import { findNetwork } from '../../../src/chain/networks.ts'
import { toHex, type Hex } from '../../../src/shared/bytes.ts'

export const network = findNetwork('eip155:8453') as Network
export const hash: Hex = `0x${'ab'.repeat(32)}`
export const payer: Hex = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
export const payTo: Hex = '0x209693bc6afc0c5328ba36faf03c514ef312287c'
/** The analysed token. */
export const someToken: Hex = `0x${'11'.repeat(20)}`
export const nonce: Hex = `0x${'5e'.repeat(32)}`

const blockHash: Hex = `0x${'b1'.repeat(32)}`
const asset = network.asset.toLowerCase()
const word = (digits: string): Hex => `0x${digits.padStart(64, '0')}`
const words = (...digits: readonly string[]): Hex => `0x${digits.map((one) => one.padStart(64, '0')).join('')}`
/** The ABI form of a short text. */
const abiText = (text: string): Hex => `${words('20', text.length.toString(16))}${Buffer.from(text).toString('hex').padEnd(64, '0')}`
const log = (index: number, ...more: readonly [topics: readonly string[], data: string]) => ({
  address: asset,
  topics: more[0],
  data: more[1],
  logIndex: `0x${index.toString(16)}`,
  transactionHash: hash,
  blockNumber: '0x10',
  blockHash,
  removed: false,
})
const logs = [
  log(3, [topics.authorizationUsed, word(payer.slice(2)), nonce], '0x'),
  log(4, [topics.transfer, word(payer.slice(2)), word(payTo.slice(2))], word('1d4c')),
]
/** Code that delegates to other code in its own storage, and pushes a few selectors that reveal its functions. */
const code = `0x6080604052${['40c10f19', '8456cb59', 'f9f92be4', '3659cfe6', 'f2fde38b'].map((selector) => `63${selector}14`).join('')}365f5f375f5f365f5af43d5f5f3e00`

/** The answers of an honest node to all of our requests, by method, and by selector for calls of contracts. */
export const honestAnswers: Readonly<Record<string, unknown>> = {
  eth_chainId: '0x2105',
  eth_blockNumber: '0x12',
  eth_getBlockByNumber: { number: '0x10', hash: blockHash, timestamp: '0x6aff0000', baseFeePerGas: '0x3b9aca00', transactions: [hash] },
  eth_getTransactionReceipt: {
    transactionHash: hash,
    status: '0x1',
    blockNumber: '0x10',
    blockHash,
    gasUsed: '0x15f90',
    effectiveGasPrice: '0x3b9aca00',
    logs,
  },
  eth_getTransactionByHash: {
    hash,
    blockHash,
    from: payer,
    to: asset,
    input: `${selectors.transfer}${word(payTo.slice(2)).slice(2)}${word('1d4c').slice(2)}${'ef'.repeat(32)}`,
  },
  eth_getLogs: [logs[0]],
  eth_getCode: code,
  eth_getStorageAt: word('c0ffee254729296a45a3885639ac7e10f9d54979'),
  eth_gasPrice: '0x3b9aca00',
  eth_maxPriorityFeePerGas: '0xf4240',
  eth_getTransactionCount: '0x7',
  eth_getBalance: '0xde0b6b3a7640000',
  eth_sendRawTransaction: hash,
  [`eth_call ${selectors.balanceOf}`]: word('989680'),
  [`eth_call ${selectors.authorizationState}`]: word('1'),
  [`eth_call ${selectors.isValidSignature}`]: `0x1626ba7e${'0'.repeat(56)}`,
  [`eth_call ${selectors.aggregate3}`]: words('20', '2', '40', 'a0', '1', '40', '0', '0', '40', '0'),
  [`eth_call ${selectors.transferWithAuthorization}`]: '0x',
  [`eth_call ${selectors.domainSeparator}`]: toHex(domainSeparator(network.domain, network.chainId, network.asset)),
  [`eth_call ${selectors.decimals}`]: word('6'),
  [`eth_call ${selectors.name}`]: abiText('USD Coin'),
  [`eth_call ${selectors.version}`]: abiText('2'),
  [`eth_call ${selectors.transfer}`]: word('1'),
  // The balance of one holder, and a trade without a tax.
  'eth_call 0x0d6dbda3': words('20', '2', '989680', '1'),
  'eth_call 0x0c5c4809': words('1', '64', '64', '1', '32', '32', '1', '32', '32'),
  // For analysed tokens: symbol(), totalSupply(), owner(), getOwner(), and a beacon's implementation().
  'eth_call 0x95d89b41': abiText('USDC'),
  'eth_call 0x18160ddd': word('38d7ea4c68000'),
  'eth_call 0x8da5cb5b': word(payTo.slice(2)),
  'eth_call 0x893d20e8': word(payTo.slice(2)),
  'eth_call 0x5c60da1b': word('c0ffee254729296a45a3885639ac7e10f9d54979'),
}

/** Other answers that an honest node may give. */
export const otherAnswers: Readonly<Record<string, readonly unknown[]>> = {
  eth_getCode: ['0x', `0xef0100${'ab'.repeat(20)}`],
  eth_getTransactionReceipt: [null],
  eth_getTransactionByHash: [null],
  eth_getBlockByNumber: [null],
  eth_getLogs: [[], [{ ...logs[1], address: someToken }]],
  [`eth_call ${selectors.authorizationState}`]: [word('0')],
}
