import { expect, test } from 'vitest'
import { indexSettings } from './indexes.ts'
import { networks } from '../chain/networks.ts'

const networkSlugs = networks.map(({ slug }) => slug)

const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

test('indexes run on all networks, on none, or on the named ones', () => {
  const { parse } = indexSettings.indexAgents
  expect([parse('all'), parse('none'), parse('polygon')]).toEqual([networkSlugs, [], ['polygon']])
  expect(() => parse('moon')).toThrow('must be one of base, ethereum')
  expect(indexSettings.indexTransfers.default.live).toBe('none')
})

test('other tokens are named with their network and an amount', () => {
  const { parse } = indexSettings.whaleTokens
  expect(parse(`base:${token}:1000000000000000000`)).toEqual([{ network: 'base', token, amount: 10n ** 18n }])
  for (const wrong of [token, `base:${token}`, `moon:${token}:1`, `base:0x12:1`, `base:${token}:1.5`, `base:${token}:-1`]) {
    expect(() => parse(wrong)).toThrow('must be')
  }
})
