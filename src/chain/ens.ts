import { decodeFunctionResult, encodeFunctionData, isHex, namehash, parseAbi } from 'viem'
import { normalize, packetToBytes } from 'viem/ens'
import { type Hex, toHex } from '../shared/bytes.ts'
import { isAddress } from './address.ts'
import { type Rpc, RpcRejected, RpcUnreachable } from './chain.ts'
import { isExecutionFailure } from './node-errors.ts'

/** ENS's universal resolver on Ethereum. Names of other networks start there too. */
const universalResolver: Hex = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
const ether = 60n
const abi = parseAbi([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes result, address resolver)',
  'function reverseWithGateways(bytes lookupAddress, uint256 coinType, string[] gateways) view returns (string name, address resolver, address reverseResolver)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
])
/** OffchainLookup of EIP-3668: the contract sends the caller to a web server. */
const offchainLookup = '0x556f1830'
const gasForLookup = '0x1c9c380'
const longestAnswer = 16_384
const longestName = 255

/**
 * `nobody`: no such name, or it leads to no address. `elsewhere`: the answer is on a web server that the name's contract
 * names, and servers of others' choice are not asked.
 */
export type NameLookup = { readonly kind: 'address'; readonly address: Hex } | { readonly kind: 'nobody' | 'elsewhere' }

/** `name`: the reverse record, of which nothing is believed before it was followed forward. */
export type ReverseLookup = { readonly kind: 'name'; readonly name: string } | { readonly kind: 'nobody' | 'elsewhere' }

export interface LookupLimits {
  readonly signal?: AbortSignal
  readonly timeoutMs: number
}

/** Reads the tables of letters, which takes a fifth of a second: at the start rather than in the middle of the first call. */
export function readLetterTables(): void {
  normalize('a.eth')
}

/** The normalised form of a name (ENSIP-15); null for what is none, or has no dot. */
export function normalName(text: string): string | null {
  if (text.length > longestName || !text.includes('.')) return null
  try {
    const name = normalize(text)
    return name.split('.').every((label) => label.length > 0 && Buffer.byteLength(label) < 256) ? name : null
  } catch {
    return null
  }
}

/** Where a normalised name leads on Ethereum, by one call. The address is lower case. @throws RpcUnreachable */
export async function addressOfName(rpc: Rpc, name: string, limits: LookupLimits): Promise<NameLookup> {
  const data = encodeFunctionData({ abi, functionName: 'addr', args: [namehash(name), ether] })
  const asked = encodeFunctionData({ abi, functionName: 'resolveWithGateways', args: [toHex(packetToBytes(name)), data, []] })
  const returned = await look(rpc, asked, limits)
  if (typeof returned !== 'string') return returned
  const address = decoded(() => {
    const [result] = decodeFunctionResult({ abi, functionName: 'resolveWithGateways', data: returned })
    return decodeFunctionResult({ abi, functionName: 'addr', data: result }).toLowerCase()
  })
  return isAddress(address) && BigInt(address) !== 0n ? { kind: 'address', address } : { kind: 'nobody' }
}

/** The name that the reverse record of an address claims, by one call. @throws RpcUnreachable */
export async function claimedName(rpc: Rpc, address: Hex, limits: LookupLimits): Promise<ReverseLookup> {
  const asked = encodeFunctionData({ abi, functionName: 'reverseWithGateways', args: [address, ether, []] })
  const returned = await look(rpc, asked, limits)
  if (typeof returned !== 'string') return returned
  const [name] = decoded(() => decodeFunctionResult({ abi, functionName: 'reverseWithGateways', data: returned }))
  return name === '' || normalName(name) !== name ? { kind: 'nobody' } : { kind: 'name', name }
}

async function look(rpc: Rpc, data: Hex, limits: LookupLimits): Promise<Hex | { kind: 'nobody' | 'elsewhere' }> {
  let returned: unknown
  try {
    // What a name's resolver answers may be anything, so it travels alone.
    returned = await rpc.call('eth_call', [{ to: universalResolver, data, gas: gasForLookup }, 'latest'], { ...limits, alone: true })
  } catch (error) {
    if (isExecutionFailure(error)) return { kind: revertData(error).startsWith(offchainLookup) ? 'elsewhere' : 'nobody' }
    if (error instanceof RpcRejected) throw new RpcUnreachable('the node refused to look a name up')
    throw error
  }
  if (typeof returned !== 'string' || !isHex(returned) || returned === '0x' || returned.length > longestAnswer) {
    throw new RpcUnreachable('no answer of a resolver of names')
  }
  return returned
}

function revertData({ data }: RpcRejected): string {
  if (typeof data === 'string') return data
  const inner = (data as { data?: unknown } | null | undefined)?.data
  return typeof inner === 'string' ? inner : ''
}

function decoded<T>(decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    throw new RpcUnreachable('the answer about a name makes no sense', { cause: error })
  }
}
