import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checksumAddress } from '../chain/address.ts'
import { domainSeparator } from '../chain/eip3009.ts'
import { networkNamed } from '../chain/named-network.ts'
import { findNetwork, networks } from '../chain/networks.ts'
import type { Network } from '../chain/networks/network.ts'
import { readV1Network, v1NameOf } from '../payments/x402-v1/network-names.ts'
import { toHex } from '../shared/bytes.ts'
import { learnNetworks, loadConfig, settingVariables } from './config.ts'
import { errorsOf, live } from './config.fixture.ts'
import { networkList, readNetworkFile } from './network-files.ts'
import { unknownSettings } from './unknown-settings.ts'
import { onchainSettings } from '../../goods/onchain/settings.ts'
import { readGoodsSettings } from './goods.ts'

const avalanche = {
  chainId: 43_114,
  name: 'Avalanche',
  slug: 'avalanche',
  asset: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
  domain: { name: 'USD Coin', version: '2' },
  blockMs: 2_000,
  gasCoin: 'AVAX',
}

let directory: string
beforeAll(() => void (directory = mkdtempSync(join(tmpdir(), 'farthing-networks-'))))
afterAll(() => rmSync(directory, { recursive: true }))

const known = networks.length
// Other test files of this process read the same list.
afterEach(() => void (networks as Network[]).splice(known))

let files = 0
function file(content: unknown): string {
  const path = join(directory, `network-${++files}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

describe('a file that declares a network', () => {
  test('says what is particular, and the rest is as on most chains', () => {
    const path = file(avalanche)
    expect(readNetworkFile(path)).toEqual({
      ...avalanche,
      id: 'eip155:43114',
      transactions: 'eip1559',
      confirmations: 1,
      finality: { kind: 'tag' },
      file: path,
    })
    expect(readNetworkFile(file({ ...avalanche, finality: 3 })).finality).toEqual({ kind: 'depth', blocks: 3 })
  })

  test.each([
    ['a member is missing', { ...avalanche, domain: undefined }, 'is wrong at domain'],
    ['the address has a wrong checksum', { ...avalanche, asset: avalanche.asset.replace('B97', 'b97') }, 'is wrong at asset'],
    ['a member is misspelt', { ...avalanche, confirmation: 2 }, 'confirmation'],
    ['the text is not JSON', '{', 'not JSON'],
  ])('is refused where %s, with the place', (_, content, words) => {
    expect(() => networkList(file(content))).toThrow(words)
  })
})

describe('EXTRA_NETWORKS', () => {
  test('is refused for a name that no network has, with those that exist', () => {
    expect(errorsOf({ EXTRA_NETWORKS: 'base-sepola' })).toEqual([
      expect.stringMatching(
        /^EXTRA_NETWORKS must be names of networks \(base, .*base-sepolia\) or paths of \.json files, not "base-sepola"$/,
      ),
    ])
    expect(errorsOf({ EXTRA_NETWORKS: '../networks/base-sepolia' })).toHaveLength(1)
  })

  test('is refused for a file that contradicts a network of the service', () => {
    const path = file({ ...avalanche, slug: 'base' })
    expect(errorsOf({ EXTRA_NETWORKS: path })).toEqual([
      'EXTRA_NETWORKS contradicts a network that is known already: Avalanche has the chain id or a name of Base (eip155:8453)',
    ])
    expect(findNetwork('eip155:43114')).toBeUndefined()
  })

  test('brings the settings of a network, and all names of it', () => {
    const env = { ...live, RPC_URL_BASE: '', EXTRA_NETWORKS: 'base-sepolia', RPC_URL_BASE_SEPOLIA: 'https://sepolia.example/key' }
    expect(unknownSettings(env)).toEqual([{ name: 'RPC_URL_BASE_SEPOLIA', nearest: null }])
    const config = loadConfig(env)
    expect([...config.rpcUrls]).toEqual([['base-sepolia', ['https://sepolia.example/key']]])
    expect(config.secrets).toContain('https://sepolia.example/key')
    expect(unknownSettings(env)).toEqual([])
    expect(settingVariables()).toContain('READ_RPC_URL_BASE_SEPOLIA')
    const sepolia = findNetwork('eip155:84532')!
    expect(networks.slice(known)).toEqual([sepolia])
    for (const name of ['base-sepolia', 'Base-Sepolia', '84532', 'eip155:84532']) expect(networkNamed(name)).toBe(sepolia)
    expect([readV1Network('base-sepolia'), v1NameOf('eip155:84532')]).toEqual(['eip155:84532', 'base-sepolia'])
    const read = readGoodsSettings('onchain', onchainSettings, 'live', { INDEX_TRANSFERS: 'base-sepolia', WHALE_USD: '5,base-sepolia=7' })
    expect(read).toMatchObject({ errors: [], values: { indexTransfers: ['base-sepolia'] } })
    expect(learnNetworks(env), 'the same file again').toEqual([])
  })

  test('takes no worthless money beside money', () => {
    const env = { ...live, EXTRA_NETWORKS: 'base-sepolia', RPC_URL_BASE_SEPOLIA: 'https://sepolia.example' }
    expect(errorsOf(env)).toEqual([
      'RPC_URL_BASE_SEPOLIA and RPC_URL_BASE exclude each other: the money of Base Sepolia is worth nothing, and callers would get for it what they pay for on Base',
    ])
  })
})

test('SANDBOX_NETWORKS names networks of the service and others together', () => {
  const { sandboxNetworks } = loadConfig({ SANDBOX_NETWORKS: 'base-sepolia,base' })
  expect(sandboxNetworks?.map(({ id }) => id)).toEqual(['eip155:84532', 'eip155:8453'])
  expect(loadConfig({}).sandboxNetworks).toBeNull()
})

test('Base Sepolia has the domain that its token tells on the real chain', () => {
  const [sepolia] = networkList('base-sepolia')
  expect(sepolia?.asset).toBe(checksumAddress(sepolia!.asset))
  expect(toHex(domainSeparator(sepolia!.domain, sepolia!.chainId, sepolia!.asset))).toBe(
    '0x71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818',
  )
})
