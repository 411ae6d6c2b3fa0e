import { keccak256, toEventSelector, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../../src/shared/bytes.ts'
import { topics } from '../../../../src/chain/abi.ts'
import { eventsAbi, type EmittedLog, identityEvent, reputationEvent, zero } from '../../../../src/chain/follow/simulated-chain.fixture.ts'
import { decodeRegistryLog, registryTopics } from './decode-registry-log.ts'

const somebody: Hex = `0x${'ab'.repeat(20)}`
const hash: Hex = `0x${'cd'.repeat(32)}`
const decode = (log: EmittedLog) => decodeRegistryLog({ ...log, logIndex: 0, transactionHash: hash, blockHash: hash, blockNumber: 1n })
const registered = (agentURI: string) => identityEvent('Registered', { agentId: 7n, agentURI, owner: somebody })
const wallet = (metadataValue: Hex, key = 'agentWallet') =>
  identityEvent('MetadataSet', { agentId: 7n, indexedMetadataKey: key, metadataKey: key, metadataValue })

test('the topics are those of the published events', () => {
  for (const event of eventsAbi) {
    const names: Record<string, keyof typeof registryTopics> = { URIUpdated: 'uriUpdated' }
    const name = names[event.name] ?? `${event.name.charAt(0).toLowerCase()}${event.name.slice(1)}`
    expect([name, registryTopics[name as keyof typeof registryTopics]]).toEqual([name, toEventSelector(event)])
  }
  expect(registryTopics.transfer).toBe(topics.transfer)
  expect(Object.keys(registryTopics)).toHaveLength(eventsAbi.length)
  expect(keccak256(toHex('agentWallet'))).toBe('0x2ac6109326e720d1435c0db66f7e35eda7839f52b6f1f5520a60788e132b4e39')
})

describe('an event', () => {
  test('with the largest agent id and text of any script is read unchanged', () => {
    const event = identityEvent('URIUpdated', { agentId: 2n ** 256n - 1n, newURI: 'https://é.example/😀', updatedBy: somebody })
    expect(decode(event)).toMatchObject({ agentId: (2n ** 256n - 1n).toString(), uri: 'https://é.example/😀', account: somebody })
  })

  test('keeps a file address of the maximum length, and drops a longer one', () => {
    expect(decode(registered('x'.repeat(65_536)))).toMatchObject({ uri: 'x'.repeat(65_536) })
    expect(decode(registered('x'.repeat(65_537)))).toMatchObject({ kind: 'registered', uri: null })
    expect(decode(registered(''))).toMatchObject({ uri: '' })
  })

  test('with the lowest value has it', () => {
    const said = {
      agentId: 0n,
      clientAddress: somebody,
      feedbackIndex: 2n ** 64n - 1n,
      value: -(2n ** 127n),
      valueDecimals: 18,
      indexedTag1: '',
    }
    const event = reputationEvent('NewFeedback', { ...said, tag1: '', tag2: '', endpoint: '', feedbackURI: '', feedbackHash: hash })
    expect(decode(event)).toMatchObject({
      value: (-(2n ** 127n)).toString(),
      feedbackIndex: (2n ** 64n - 1n).toString(),
      valueDecimals: 18,
    })
  })

  test('names a wallet by 20 bytes, and none by anything else', () => {
    expect(decode(wallet(somebody))).toMatchObject({ kind: 'wallet', account: somebody })
    expect(decode(wallet('0x'))).toMatchObject({ kind: 'wallet', account: null })
    expect(decode(wallet(zero))).toMatchObject({ account: null })
    expect(decode(wallet(hash))).toMatchObject({ account: null })
    expect(decode(wallet(somebody, 'agentwallet'))).toBeNull()
  })

  test.each<[string, (log: EmittedLog) => EmittedLog]>([
    ['of another contract', (log) => ({ ...log, address: somebody })],
    ['without its topics', (log) => ({ ...log, topics: log.topics.slice(0, 1) })],
    ['that is unknown', (log) => ({ ...log, topics: [hash, ...log.topics.slice(1)] })],
  ])('%s is none', (_, spoil) => {
    expect(decode(spoil(registered('x')))).toBeNull()
  })

  test('whose data is cut off, or points elsewhere, has no text and does no harm', () => {
    const whole = registered('https://a.example')
    for (let length = 2; length < whole.data.length; length += 2) {
      expect(decode({ ...whole, data: whole.data.slice(0, length) as Hex })).toMatchObject({ kind: 'registered', agentId: '7' })
    }
    expect(decode({ ...whole, data: `0x${'ff'.repeat(96)}` })).toMatchObject({ uri: null })
  })
})
