import { selectors, topics } from '../../src/chain/abi.ts'
import { RpcRejected, type Network } from '../../src/chain/chain.ts'
import { domainSeparator } from '../../src/chain/eip3009.ts'
import { keccak256 } from '../../src/chain/keccak.ts'
import { multicall3 } from '../../src/chain/multicall.ts'
import { fromHex, toHex, type Hex } from '../../src/shared/bytes.ts'

/** A node of one network at the level of JSON-RPC, without HTTP: our client and viem's ask the same one. */
export interface StubNode {
  /** @throws RpcRejected for an unknown method or call. */
  request(method: string, params: readonly unknown[]): unknown
}

export const blockMs = 100
const code = '0x60'
/** So low that no gas budget is ever used up. */
const feePerGas = '0x1'
// Prepared answers for what every payment asks: the stub's work would count as the service's.
const [plenty, unused] = [word(10n ** 15n), word(0n)]
const noBloom = `0x${'00'.repeat(256)}`

/**
 * Answers and mines at once, so that only the cost of the service remains. Every payer is rich and has no code, every transfer
 * succeeds, and each transaction is in the present block, with the token's logs of all its transfers.
 */
export function createStubNode(network: Network): StubNode {
  const asset = network.asset.toLowerCase()
  const withCode = new Set([asset, network.asset, multicall3, multicall3.toLowerCase()])
  const mined = new Map<string, object>()

  function call({ to, data }: { readonly to: string; readonly data: string }): string {
    const selector = data.slice(0, 10)
    if (selector === selectors.aggregate3 && withCode.has(to)) return allSucceed(Number(`0x${data.slice(74, 138)}`))
    switch (selector) {
      case selectors.balanceOf:
        return plenty
      case selectors.authorizationState:
        return unused
      case selectors.transferWithAuthorization:
        return '0x'
      case selectors.domainSeparator:
        return toHex(domainSeparator(network.domain, network.chainId, network.asset))
      case selectors.decimals:
        return word(6n)
      case selectors.name:
        return text(network.domain.name)
      case selectors.version:
        return text(network.domain.version)
      default:
        throw new RpcRejected(3, `the stub knows no function ${selector}`)
    }
  }

  function send(raw: Hex): Hex {
    const hash = toHex(keccak256(fromHex(raw)))
    mined.set(hash, receiptOf(asset, hash, headNumber(), raw))
    return hash
  }

  /** A receipt is not requested again once it was returned, so it is dropped then. */
  function receipt(hash: string): object | null {
    const found = mined.get(hash) ?? null
    mined.delete(hash)
    return found
  }

  return {
    request(method, params) {
      switch (method) {
        case 'eth_chainId':
          return quantity(network.chainId)
        case 'eth_blockNumber':
          return quantity(headNumber())
        case 'eth_getBlockByNumber':
          return blockOf(params[0] as string)
        case 'eth_getCode':
          return withCode.has(params[0] as string) ? code : '0x'
        case 'eth_call':
          return call(params[0] as { to: string; data: string })
        case 'eth_estimateGas':
          return '0x30d40'
        case 'eth_gasPrice':
        case 'eth_maxPriorityFeePerGas':
          return feePerGas
        case 'eth_getBalance':
          return quantity(10n ** 20n)
        case 'eth_getTransactionCount':
          // Each sender counts its own nonces.
          return '0x0'
        case 'eth_sendRawTransaction':
          return send(params[0] as Hex)
        case 'eth_getTransactionReceipt':
          return receipt(params[0] as string)
        default:
          throw new RpcRejected(-32601, `the stub knows no ${method}`)
      }
    },
  }
}

function headNumber(): number {
  return Math.floor(Date.now() / blockMs)
}

function blockOf(number: string): object {
  const known = number.startsWith('0x') ? Number(number) : headNumber()
  return {
    number: quantity(known),
    hash: blockHash(known),
    timestamp: quantity(Math.floor((known * blockMs) / 1000)),
    baseFeePerGas: feePerGas,
  }
}

/** Arguments of each `transferWithAuthorization` in a transaction: whole words after the selector. */
function transfersIn(raw: string): { readonly from: string; readonly to: string; readonly value: string; readonly nonce: string }[] {
  const selector = selectors.transferWithAuthorization.slice(2)
  const found = []
  for (let at = raw.indexOf(selector); at !== -1; at = raw.indexOf(selector, at + 8 + 9 * 64)) {
    const argument = (index: number) => raw.slice(at + 8 + index * 64, at + 8 + (index + 1) * 64)
    found.push({ from: argument(0), to: argument(1), value: argument(2), nonce: argument(5) })
  }
  return found
}

function receiptOf(asset: string, hash: Hex, number: number, raw: string): object {
  const block = { blockNumber: quantity(number), blockHash: blockHash(number), transactionHash: hash, transactionIndex: '0x0' }
  const logs = transfersIn(raw).flatMap(({ from, to, value, nonce }, index) => [
    {
      ...block,
      address: asset,
      topics: [topics.authorizationUsed, `0x${from}`, `0x${nonce}`],
      data: '0x',
      logIndex: quantity(2 * index),
      removed: false,
    },
    {
      ...block,
      address: asset,
      topics: [topics.transfer, `0x${from}`, `0x${to}`],
      data: `0x${value}`,
      logIndex: quantity(2 * index + 1),
      removed: false,
    },
  ])
  const gas = quantity(50_000 * Math.max(1, logs.length / 2))
  return {
    ...block,
    status: '0x1',
    type: '0x2',
    from: multicall3,
    to: asset,
    contractAddress: null,
    gasUsed: gas,
    cumulativeGasUsed: gas,
    effectiveGasPrice: feePerGas,
    logsBloom: noBloom,
    logs,
  }
}

const successes = new Map<number, string>()

/** The result of aggregate3 for this many calls that succeed and return nothing. */
function allSucceed(count: number): string {
  const known = successes.get(count) ?? encodeSuccesses(count)
  successes.set(count, known)
  return known
}

function encodeSuccesses(count: number): string {
  const words = (values: readonly number[]) => values.map((value) => value.toString(16).padStart(64, '0')).join('')
  const offsets = Array.from({ length: count }, (_, index) => 32 * count + 96 * index)
  return `0x${words([32, count, ...offsets])}${words([1, 64, 0]).repeat(count)}`
}

/** A string as a contract returns it. */
function text(value: string): string {
  const bytes = Buffer.from(value, 'utf8')
  return `${word(32n)}${word(BigInt(bytes.length)).slice(2)}${bytes.toString('hex').padEnd(64, '0')}`
}

function word(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}

function quantity(value: number | bigint): string {
  return `0x${value.toString(16)}`
}

function blockHash(number: number): string {
  return word(BigInt(number))
}
