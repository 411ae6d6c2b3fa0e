import type { Hex } from '../../shared/bytes.ts'
import { findNetwork } from '../networks.ts'
import { account, type EventLog, identityEvent, reputationEvent, transferEvent, zero } from './simulated-chain.fixture.ts'

export const usdc = findNetwork('eip155:8453')!.asset.toLowerCase() as Hex
/** One whose transfers are all kept. */
export const watchedAccount = account(0x77)
/** From here on transfers are large. */
export const large = 1_000_000n

/** Numbers from a seed (mulberry32), from 0 to below `most`. */
export function dice(seed: number): (most: number) => number {
  let state = seed >>> 0
  return (most) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }
}

/** Some logs of a block: registries, tokens, and contracts that are nobody's business. */
export function randomLogs(roll: (most: number) => number, most: number): EventLog[] {
  return Array.from({ length: roll(most + 1) }, () => randomLog(roll))
}

function randomLog(roll: (most: number) => number): EventLog {
  const agentId = BigInt(roll(6))
  const [one, other] = [account(1 + roll(5)), account(1 + roll(5))]
  const feedback = { agentId, clientAddress: one, feedbackIndex: BigInt(1 + roll(3)) }
  const hash: Hex = `0x${'ab'.repeat(32)}`
  const kinds: (() => EventLog)[] = [
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
