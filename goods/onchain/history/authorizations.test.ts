import { expect, test } from 'vitest'
import type { Hex } from '../../../src/shared/bytes.ts'
import { addressTopic, topics } from '../../../src/chain/abi.ts'
import { RpcUnreachable } from '../../../src/chain/chain.ts'
import {
  account,
  simulatedChain,
  timeOf,
  transferEvent,
  type EmittedLog,
  type SimulatedChain,
} from '../../../src/chain/follow/simulated-chain.fixture.ts'
import { maxAuthorizationQuestions, readAuthorizations } from './authorizations.ts'

const me = account(1)

function read({ chain, head }: SimulatedChain) {
  const parts = { clock: { now: () => 0 }, signal: new AbortController().signal, timeoutMs: 500, spans: new Map<string, bigint>() }
  return readAuthorizations(chain, me, { head: BigInt(head()), ...parts })
}

function used(simulated: SimulatedChain, signer: Hex, nonce: number): EmittedLog {
  const address = simulated.chain.network.asset.toLowerCase() as Hex
  return { address, topics: [topics.authorizationUsed, addressTopic(signer), `0x${nonce.toString(16).padStart(64, '0')}`], data: '0x' }
}

const asked = ({ calls }: SimulatedChain) => [...calls.values()].reduce((sum, count) => sum + count, 0)

test('counts the payments that an account signed, whoever sent them, and knows the first', async () => {
  const simulated = simulatedChain()
  simulated.mine()
  simulated.mine(used(simulated, me, 1))
  simulated.mine(used(simulated, me, 2), used(simulated, account(2), 3))
  expect(await read(simulated)).toEqual({ count: 2, firstAt: timeOf(2), whole: true })
})

test('counts neither plain transfers nor what others signed', async () => {
  const simulated = simulatedChain()
  const token = simulated.chain.network.asset.toLowerCase() as Hex
  simulated.mine(transferEvent(token, me, account(2), 5n), transferEvent(token, account(2), me, 5n), used(simulated, account(2), 1))
  expect(await read(simulated)).toEqual({ count: 0, firstAt: null, whole: true })
})

test('says where the node does not search its whole chain, and asks it few questions', async () => {
  const simulated = simulatedChain()
  simulated.mine(used(simulated, me, 1))
  for (let block = 0; block < 200; block++) simulated.mine()
  simulated.mine(used(simulated, me, 2))
  Object.assign(simulated.faults, { maxBlocks: 10 })
  expect(await read(simulated)).toEqual({ count: 1, firstAt: timeOf(202), whole: false })
  expect(asked(simulated)).toBeLessThanOrEqual(maxAuthorizationQuestions)
})

test('fails where the node fails', async () => {
  const simulated = simulatedChain()
  Object.assign(simulated.faults, { failEvery: 1 })
  await expect(read(simulated)).rejects.toThrow(RpcUnreachable)
})
