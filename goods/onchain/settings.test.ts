import { expect, test } from 'vitest'
import { readGoodsSettings } from '../../src/config/goods.ts'
import { networks } from '../../src/chain/networks.ts'
import { onchainSettings } from './settings.ts'

const networkSlugs = networks.map(({ slug }) => slug)
const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

test('indexes run on all networks, on none, or on the named ones', () => {
  const { parse } = onchainSettings.indexAgents
  expect([parse('all'), parse('none'), parse('polygon')]).toEqual([networkSlugs, [], ['polygon']])
  expect(() => parse('moon')).toThrow('must be one of base, ethereum')
})

test('in live mode none runs unless it is named, and a sandbox reads its own chains from their first block on', () => {
  const none = { indexAgents: [], indexTransfers: [], transferHistoryHours: 1 }
  expect(readGoodsSettings('onchain', onchainSettings, 'live', {}).values).toMatchObject(none)
  expect(readGoodsSettings('onchain', onchainSettings, 'live', { INDEX_AGENTS: 'base' }).values).toMatchObject({ indexAgents: ['base'] })
  const all = { indexAgents: networkSlugs, indexTransfers: networkSlugs, transferHistoryHours: 720 }
  expect(readGoodsSettings('onchain', onchainSettings, 'sandbox', {}).values).toMatchObject(all)
})

test('other tokens are named with their network and an amount', () => {
  const { parse } = onchainSettings.whaleTokens
  expect(parse(`base:${token}:1000000000000000000`)).toEqual([{ network: 'base', token, amount: 10n ** 18n }])
  for (const wrong of [token, `base:${token}`, `moon:${token}:1`, `base:0x12:1`, `base:${token}:1.5`, `base:${token}:-1`]) {
    expect(() => parse(wrong)).toThrow('must be')
  }
})
