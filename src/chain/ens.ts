import { decodeFunctionResult, encodeFunctionData, isHex, namehash, parseAbi } from 'viem'
import { normalize, packetToBytes } from 'viem/ens'
import { type Hex, toHex } from '../shared/bytes.ts'
import { isAddress } from './address.ts'
import { type Rpc, RpcRejected, RpcUnreachable } from './chain.ts'
import { isExecutionFailure } from './node-errors.ts'

/** The universal resolver of ENS on Ethereum. Names of other networks start there too. */
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
const maxAnswerLength = 16_384
const maxNameLength = 255
/** Names have two to five labels. Hashing one of 127 takes 3 ms, and a call may bring ten. */
const maxLabels = 20

/**
 * `nobody`: no such name, or it has no address. `elsewhere`: the answer is on a web server that the name's contract names,
 * and such servers are not asked.
 */
export type NameLookup = { readonly kind: 'address'; readonly address: Hex } | { readonly kind: 'nobody' | 'elsewhere' }

/** `name`: the reverse record. It proves nothing until the name itself resolves to the address. */
export type ReverseLookup = { readonly kind: 'name'; readonly name: string } | { readonly kind: 'nobody' | 'elsewhere' }

export interface LookupLimits {
  readonly signal?: AbortSignal
  readonly timeoutMs: number
}

/** Loads the tables for normalization, which takes 0.2 s. Called at the start, so that the first call does not wait. */
export function readLetterTables(): void {
  normalize('a.eth')
}

/** The normalized form of a name (ENSIP-15); null for text that is not a name, has no dot, or more than 20 labels. */
export function normalizeName(text: string): string | null {
  if (text.length > maxNameLength || !text.includes('.') || text.split('.').length > maxLabels) return null
  try {
    const name = normalize(text)
    const labels = name.split('.')
    return labels.length <= maxLabels && labels.every((label) => label.length > 0 && Buffer.byteLength(label) < 256) ? name : null
  } catch {
    return null
  }
}

/** Resolves a normalized name on Ethereum, in one call. The address is lower case. @throws RpcUnreachable */
export async function addressOfName(rpc: Rpc, name: string, limits: LookupLimits): Promise<NameLookup> {
  const data = encodeFunctionData({ abi, functionName: 'addr', args: [namehash(name), ether] })
  const asked = encodeFunctionData({ abi, functionName: 'resolveWithGateways', args: [toHex(packetToBytes(name)), data, []] })
  const returned = await callResolver(rpc, asked, limits)
  if (typeof returned !== 'string') return returned
  const address = decoded(() => {
    const [result] = decodeFunctionResult({ abi, functionName: 'resolveWithGateways', data: returned })
    return decodeFunctionResult({ abi, functionName: 'addr', data: result }).toLowerCase()
  })
  return isAddress(address) && BigInt(address) !== 0n ? { kind: 'address', address } : { kind: 'nobody' }
}

/** Reads the name in the reverse record of an address, in one call. @throws RpcUnreachable */
export async function claimedName(rpc: Rpc, address: Hex, limits: LookupLimits): Promise<ReverseLookup> {
  const asked = encodeFunctionData({ abi, functionName: 'reverseWithGateways', args: [address, ether, []] })
  const returned = await callResolver(rpc, asked, limits)
  if (typeof returned !== 'string') return returned
  const [name] = decoded(() => decodeFunctionResult({ abi, functionName: 'reverseWithGateways', data: returned }))
  return name === '' || normalizeName(name) !== name ? { kind: 'nobody' } : { kind: 'name', name }
}

async function callResolver(rpc: Rpc, data: Hex, limits: LookupLimits): Promise<Hex | { kind: 'nobody' | 'elsewhere' }> {
  let returned: unknown
  try {
    // A name's resolver may answer anything, so the call does not share a request.
    returned = await rpc.call('eth_call', [{ to: universalResolver, data, gas: gasForLookup }, 'latest'], { ...limits, alone: true })
  } catch (error) {
    if (isExecutionFailure(error)) return { kind: revertData(error).startsWith(offchainLookup) ? 'elsewhere' : 'nobody' }
    if (error instanceof RpcRejected) throw new RpcUnreachable('the node refused to look up a name')
    throw error
  }
  if (typeof returned !== 'string' || !isHex(returned) || returned === '0x' || returned.length > maxAnswerLength) {
    throw new RpcUnreachable('no answer from the name resolver')
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
    throw new RpcUnreachable('the answer about a name is not valid', { cause: error })
  }
}
