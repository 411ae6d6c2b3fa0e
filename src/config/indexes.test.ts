import { expect, test } from 'vitest'
import { indexSettings } from './indexes.ts'
import { networkSlugs } from '../shared/network-slugs.ts'

test('pools are named by networks, or by coins on networks', () => {
  const { parse } = indexSettings.indexPools
  expect(parse('none')).toEqual([])
  expect(parse('all')).toEqual(networkSlugs.map((network) => ({ network, ticker: null })))
  expect(parse('base:eth, arbitrum')).toEqual([
    { network: 'base', ticker: 'ETH' },
    { network: 'arbitrum', ticker: null },
  ])
  for (const wrong of ['moon', 'moon:ETH', 'base:', 'ETH', 'base:0x12:1']) expect(() => parse(wrong)).toThrow('must be')
})
