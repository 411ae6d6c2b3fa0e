import type { Hex } from '../../shared/bytes.ts'
import { findNetwork } from '../networks.ts'
import { account, type EmittedLog, identityEvent, reputationEvent, transferEvent, zero } from './simulated-chain.fixture.ts'

export const usdc = findNetwork('eip155:8453')!.asset.toLowerCase() as Hex
/** An account whose transfers are all kept. */
export const watchedAccount = account(0x77)
/** Transfers of this amount or more are large. */
export const large = 1_000_000n

/** Random numbers from a seed (mulberry32), from 0 to below `limit`. */
export function seededRandom(seed: number): (limit: number) => number {
  let state = seed >>> 0
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

/** Random logs of a block: from registries, tokens and other contracts. */
export function randomLogs(random: (limit: number) => number, limit: number): EmittedLog[] {
  return Array.from({ length: random(limit + 1) }, () => randomLog(random))
}

function randomLog(random: (limit: number) => number): EmittedLog {
  const agentId = BigInt(random(6))
  const [one, other] = [account(1 + random(5)), account(1 + random(5))]
  const feedback = { agentId, clientAddress: one, feedbackIndex: BigInt(1 + random(3)) }
  const hash: Hex = `0x${'ab'.repeat(32)}`
  const kinds: (() => EmittedLog)[] = [
    () => identityEvent('Registered', { agentId, agentURI: `https://agents.example/${random(99)}.json`, owner: one }),
    () => identityEvent('Transfer', { from: random(2) === 0 ? zero : one, to: other, tokenId: agentId }),
    () => identityEvent('URIUpdated', { agentId, newURI: `ipfs://${random(99)}`, updatedBy: one }),
    () => identityEvent('MetadataSet', { agentId, indexedMetadataKey: 'agentWallet', metadataKey: 'agentWallet', metadataValue: other }),
    () => identityEvent('MetadataSet', { agentId, indexedMetadataKey: 'note', metadataKey: 'note', metadataValue: '0x1234' }),
    () => identityEvent('Approval', { owner: one, approved: random(3) === 0 ? zero : other, tokenId: agentId }),
    () => identityEvent('ApprovalForAll', { owner: one, operator: other, approved: random(2) === 0 }),
    () => {
      const said = {
        value: BigInt(random(200) - 100),
        valueDecimals: random(3),
        tag1: `tag ${random(3)}`,
        tag2: '',
        endpoint: 'https://a.example',
      }
      return reputationEvent('NewFeedback', { ...feedback, ...said, indexedTag1: said.tag1, feedbackURI: '', feedbackHash: hash })
    },
    () => reputationEvent('FeedbackRevoked', feedback),
    () => reputationEvent('ResponseAppended', { ...feedback, responder: other, responseURI: 'https://r.example', responseHash: hash }),
    () => transferEvent(usdc, one, other, BigInt(random(2_000_000))),
    () => transferEvent(usdc, one, watchedAccount, BigInt(random(100))),
    () => transferEvent(account(0x999), one, other, large),
  ]
  return kinds[random(kinds.length)]!()
}
