import { describe, expect, test } from 'vitest'
import { addressTopic, topics, uintDigits } from '../../../../src/chain/abi.ts'
import { type Chain, RpcRejected, RpcUnreachable } from '../../../../src/chain/chain.ts'
import { networks } from '../../../../src/chain/networks.ts'
import type { Hex } from '../../../../src/shared/bytes.ts'
import { observeOwnTokens } from './observe-own-tokens.ts'

const [network] = networks
const me: Hex = '0x00000000000000000000000000000000000000aa'
const stranger: Hex = '0x00000000000000000000000000000000000000bb'
const token: Hex = '0x000000000000000000000000000000000000c0de'
const zero: Hex = '0x0000000000000000000000000000000000000000'

interface Wish {
  /** Who sent the transaction that minted. */
  readonly by?: Hex
  readonly minted?: bigint
  readonly supply?: bigint
  readonly sellable?: boolean | null
  readonly contract?: Hex
  readonly refuses?: 'logs' | 'all'
}

/** Looks on a network where a token was minted to the address. */
function look({ by = me, minted = 100n, supply = 100n, sellable = false, contract = token, refuses }: Wish) {
  const answers: Record<string, () => unknown> = {
    eth_getLogs: () => [
      {
        address: contract,
        topics: [topics.transfer, addressTopic(zero), addressTopic(me)],
        data: `0x${uintDigits(minted)}`,
        logIndex: '0x0',
        transactionHash: `0x${'ab'.repeat(32)}`,
        blockNumber: '0x5',
        blockHash: `0x${'cd'.repeat(32)}`,
        removed: false,
      },
    ],
    eth_getTransactionByHash: () => ({ from: by }),
    eth_call: () => `0x${uintDigits(supply)}`,
  }
  const call = async (method: string) => {
    if (refuses === 'all') throw new RpcUnreachable('down')
    if (refuses === 'logs' && method === 'eth_getLogs') throw new RpcRejected(-32_005, 'range too large')
    return answers[method]?.()
  }
  const chain = { network, rpc: { call } } as unknown as Chain
  const parts = { clock: { now: () => 0 }, signal: new AbortController().signal, timeoutMs: 500 }
  return observeOwnTokens(me, { ...parts, chains: new Map([[chain.network.id, chain]]), isSellable: () => Promise.resolve(sellable) })
}

test('the maker of a token that cannot be sold is found, with the token', async () => {
  expect(await look({})).toMatchObject({
    state: 'observed',
    value: { detail: `made 1 token that buyers cannot sell: ${token} on ${network?.name}` },
  })
})

describe('nothing is found', () => {
  test.each([
    ['of a token that can be sold', { sellable: true }],
    ['of a token of which that is not known', { sellable: null }],
    ['of a token that somebody else minted to it', { by: stranger }],
    ['of a share of a token, as from an airdrop that it claimed', { minted: 49n }],
    ['of newly minted USDC', { contract: network?.asset ?? zero }],
  ] satisfies [string, Wish][])('%s', async (_, wish) => {
    expect(await look(wish)).toMatchObject({ state: 'observed', value: null })
  })
})

test.each([
  ['logs', 'history_too_short'],
  ['all', 'network_down'],
] as const)('where the node refuses %s it is unknown: %s', async (refuses, reason) => {
  expect(await look({ refuses })).toEqual({ state: 'unknown', reason })
})
