import type { Hex } from '../../../../src/goods/kit/evm.ts'
import { eventWords, type EventWords, topicAddress } from '../../../../src/goods/kit/follow.ts'
import { identityRegistry, reputationRegistry } from '../../../../src/goods/kit/known-addresses.ts'
import { type EventLog, toHex } from '../../../../src/goods/kit/rpc.ts'

/** An event of an identity registry about an agent, or about an operator for all agents of an owner. */
export interface IdentityFact {
  readonly table: 'identity'
  readonly kind: 'registered' | 'owner' | 'uri' | 'wallet' | 'approved' | 'operator'
  /** Decimal; null for operators. */
  readonly agentId: string | null
  readonly account: Hex | null
  readonly other: Hex | null
  readonly uri: string | null
  readonly granted: boolean | null
}

/** An event of a reputation registry. */
export interface FeedbackFact {
  readonly table: 'feedback'
  readonly kind: 'given' | 'revoked' | 'response'
  readonly agentId: string
  readonly reviewer: Hex
  readonly feedbackIndex: string
  readonly value: string | null
  readonly valueDecimals: number | null
  readonly tag1: string | null
  readonly tag2: string | null
  readonly endpoint: string | null
  readonly uri: string | null
  readonly contentHash: Hex | null
  readonly responder: Hex | null
}

export type RegistryFact = IdentityFact | FeedbackFact

/** Topics of ERC-8004's events. Tested against their signatures. */
export const registryTopics = {
  registered: '0xca52e62c367d81bb2e328eb795f7c7ba24afb478408a26c0e201d155c449bc4a',
  metadataSet: '0x2c149ed548c6d2993cd73efe187df6eccabe4538091b33adbd25fafdb8a1468b',
  uriUpdated: '0x3a2c7fffc2cba7582c690e3b82c453ea02a308326a98a3ad7576c606336409fb',
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  newFeedback: '0x6a4a61743519c9d648a14e6493f47dbe3ff1aa29e7785c96c8326a205e58febc',
  feedbackRevoked: '0x25156fd3288212246d8b008d5921fde376c71ed14ac2e072a506eb06fde6d09d',
  responseAppended: '0xb1c6be0b5b8aef6539e2fac0fd131a2faa7b49edf8e505b5eb0ad487d56051d4',
} as const satisfies Record<string, Hex>

/** keccak256("agentWallet"): the metadata key that sets which account acts. */
const agentWalletKey = '0x2ac6109326e720d1435c0db66f7e35eda7839f52b6f1f5520a60788e132b4e39'

/** Long enough for registration files in data URIs. */
const maxUriLength = 64 * 1024
const maxTagLength = 256
const maxEndpointLength = 2_048

/** Null for an event that is not kept, or that does not have the registry's form. */
export function decodeRegistryLog(log: EventLog): RegistryFact | null {
  const words = eventWords(log.data)
  if (log.address === identityRegistry) return identityFact(log, words)
  return log.address === reputationRegistry ? feedbackFact(log, words) : null
}

function identityFact({ topics }: EventLog, words: EventWords): IdentityFact | null {
  const [event, first, second, third] = topics
  if (!first || !second) return null
  const fact = { table: 'identity', agentId: null, account: null, other: null, uri: null, granted: null } as const
  switch (event) {
    case registryTopics.registered:
      return { ...fact, kind: 'registered', agentId: decimal(first), account: topicAddress(second), uri: words.text(0, maxUriLength) }
    case registryTopics.uriUpdated:
      return { ...fact, kind: 'uri', agentId: decimal(first), account: topicAddress(second), uri: words.text(0, maxUriLength) }
    case registryTopics.metadataSet:
      return second === agentWalletKey ? { ...fact, kind: 'wallet', agentId: decimal(first), account: walletIn(words) } : null
    case registryTopics.transfer:
      return third ? { ...fact, kind: 'owner', agentId: decimal(third), account: addressOrNull(second), other: addressOrNull(first) } : null
    case registryTopics.approval:
      return third
        ? { ...fact, kind: 'approved', agentId: decimal(third), account: addressOrNull(second), other: topicAddress(first) }
        : null
    case registryTopics.approvalForAll:
      return { ...fact, kind: 'operator', account: topicAddress(second), other: topicAddress(first), granted: words.uint(0) === 1n }
    default:
      return null
  }
}

function feedbackFact({ topics }: EventLog, words: EventWords): FeedbackFact | null {
  const [event, agent, client, third] = topics
  if (!agent || !client) return null
  const nothing = {
    value: null,
    valueDecimals: null,
    tag1: null,
    tag2: null,
    endpoint: null,
    uri: null,
    contentHash: null,
    responder: null,
  }
  const fact = { table: 'feedback', ...nothing, agentId: decimal(agent), reviewer: topicAddress(client) } as const
  if (event === registryTopics.feedbackRevoked) return third ? { ...fact, kind: 'revoked', feedbackIndex: decimal(third) } : null
  const index = words.uint(0)
  if (index === null) return null
  if (event === registryTopics.responseAppended) {
    if (!third) return null
    const response = { uri: words.text(1, maxUriLength), contentHash: words.word(2), responder: topicAddress(third) }
    return { ...fact, ...response, kind: 'response', feedbackIndex: index.toString() }
  }
  if (event !== registryTopics.newFeedback) return null
  const [value, decimals] = [words.int(1), words.uint(2)]
  if (value === null || decimals === null || decimals > 255n) return null
  return {
    ...fact,
    kind: 'given',
    feedbackIndex: index.toString(),
    value: value.toString(),
    valueDecimals: Number(decimals),
    tag1: words.text(3, maxTagLength),
    tag2: words.text(4, maxTagLength),
    endpoint: words.text(5, maxEndpointLength),
    uri: words.text(6, maxUriLength),
    contentHash: words.word(7),
  }
}

function decimal(topic: Hex): string {
  return BigInt(topic).toString()
}

/** Null for the zero address, which means none. */
function addressOrNull(topic: Hex): Hex | null {
  return /^0x0{64}$/.test(topic) ? null : topicAddress(topic)
}

/** MetadataSet contains a key as text, then bytes: the 20 of an address, or none when the wallet was removed. */
function walletIn(words: EventWords): Hex | null {
  const value = words.bytes(1)
  const wallet = value?.length === 20 ? toHex(value) : null
  return wallet === null || /^0x0{40}$/.test(wallet) ? null : wallet
}
