import type { Hex } from '../../shared/bytes.ts'
import { findNetwork } from '../networks.ts'
import { account, type EmittedLog, identityEvent, reputationEvent, transferEvent, zero } from './simulated-chain.fixture.ts'

export const usdc = findNetwork('eip155:8453')!.asset.toLowerCase() as Hex
/** An account whose transfers are all kept. */
export const watchedAccount = account(0x77)
/** Transfers of this amount or more are large. */
export const large = 1_000_000n

/** Random numbers from a seed (mulberry32), from 0 to below `limit`. */
export function dice(seed: number): (limit: number) => number {
  let state = seed >>> 0
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

/** Random logs of a block: from registries, tokens and other contracts. */
export function randomLogs(roll: (limit: number) => number, limit: number): EmittedLog[] {
  return Array.from({ length: roll(limit + 1) }, () => randomLog(roll))
}

function randomLog(roll: (limit: number) => number): EmittedLog {
  const agentId = BigInt(roll(6))
  const [one, other] = [account(1 + roll(5)), account(1 + roll(5))]
  const feedback = { agentId, clientAddress: one, feedbackIndex: BigInt(1 + roll(3)) }
  const hash: Hex = `0x${'ab'.repeat(32)}`
  const kinds: (() => EmittedLog)[] = [
    () => identityEvent('Registered', { agentId, agentURI: `https://agents.example/${roll(99)}.json`, owner: one }),
    () => identityEvent('Transfer', { from: roll(2) === 0 ? zero : one, to: other, tokenId: agentId }),
    () => identityEvent('URIUpdated', { agentId, newURI: `ipfs://${roll(99)}`, updatedBy: one }),
    () => identityEvent('MetadataSet', { agentId, indexedMetadataKey: 'agentWallet', metadataKey: 'agentWallet', metadataValue: other }),
    () => identityEvent('MetadataSet', { agentId, indexedMetadataKey: 'note', metadataKey: 'note', metadataValue: '0x1234' }),
    () => identityEvent('Approval', { owner: one, approved: roll(3) === 0 ? zero : other, tokenId: agentId }),
    () => identityEvent('ApprovalForAll', { owner: one, operator: other, approved: roll(2) === 0 }),
    () => {
      const said = {
        value: BigInt(roll(200) - 100),
        valueDecimals: roll(3),
        tag1: `tag ${roll(3)}`,
        tag2: '',
        endpoint: 'https://a.example',
      }
      return reputationEvent('NewFeedback', { ...feedback, ...said, indexedTag1: said.tag1, feedbackURI: '', feedbackHash: hash })
    },
    () => reputationEvent('FeedbackRevoked', feedback),
    () => reputationEvent('ResponseAppended', { ...feedback, responder: other, responseURI: 'https://r.example', responseHash: hash }),
    () => transferEvent(usdc, one, other, BigInt(roll(2_000_000))),
    () => transferEvent(usdc, one, watchedAccount, BigInt(roll(100))),
    () => transferEvent(account(0x999), one, other, large),
  ]
  return kinds[roll(kinds.length)]!()
}
