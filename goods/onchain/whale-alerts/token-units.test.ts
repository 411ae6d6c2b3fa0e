import { expect, test } from 'vitest'
import { RpcUnreachable, type Chain } from '../../../src/chain/chain.ts'
import { networks } from '../../../src/chain/networks.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { createTokenUnitReader } from './token-units.ts'

const [base] = networks
const token: Hex = `0x${'70'.repeat(20)}`
const limits = { signal: new AbortController().signal, timeoutMs: 100 }
const word = (value: number) => value.toString(16).padStart(64, '0')
const honey = `0x${word(32)}${word(5)}${Buffer.from('HONEY').toString('hex').padEnd(64, '0')}`

/** A node that gives these to symbol() and decimals(), and counts. */
function node(answers: { symbol: unknown; decimals: unknown } | null) {
  const state = { asked: 0, answers }
  const call: Chain['rpc']['call'] = async <T>(_: string, [{ data }]: readonly any[]) => {
    state.asked++
    if (!state.answers) throw new RpcUnreachable('nobody there')
    return (data === '0x95d89b41' ? state.answers.symbol : state.answers.decimals) as T
  }
  return { state, chain: { network: base, rpc: { call } } as unknown as Chain }
}

test('USDC is known without a question', async () => {
  const { state, chain } = node(null)
  expect(await createTokenUnitReader()(chain, base!.asset.toLowerCase() as Hex, limits)).toEqual({ symbol: 'USDC', decimals: 6 })
  expect(state.asked).toBe(0)
})

test('another token is asked once', async () => {
  const { state, chain } = node({ symbol: honey, decimals: `0x${word(18)}` })
  const read = createTokenUnitReader()
  for (let time = 0; time < 3; time++) expect(await read(chain, token, limits)).toEqual({ symbol: 'HONEY', decimals: 18 })
  expect(state.asked).toBe(2)
})

test('what a node does not answer is unknown, and is asked again', async () => {
  const { state, chain } = node(null)
  const read = createTokenUnitReader()
  expect(await read(chain, token, limits)).toEqual({ symbol: null, decimals: null })
  state.answers = { symbol: honey, decimals: `0x${word(18)}` }
  expect(await read(chain, token, limits)).toMatchObject({ decimals: 18 })
})

test.each<[string, unknown, unknown]>([
  ['nothing', '0x', '0x'],
  ['no hex', 'HONEY', 18],
  ['decimals that no amount has', honey, `0x${word(78)}`],
  ['a book', `0x${'aa'.repeat(5_000)}`, `0x${'ff'.repeat(32)}`],
])('a contract that answers %s has no decimals', async (_, symbol, decimals) => {
  const { chain } = node({ symbol, decimals })
  expect((await createTokenUnitReader()(chain, token, limits)).decimals).toBeNull()
})
