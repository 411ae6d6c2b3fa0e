import { describe, expect, test } from 'vitest'
import { loadConfig, settingsHelp, settingsTable } from './config.ts'
import { address, errorsOf, key, live } from './config.fixture.ts'

describe('the sandbox', () => {
  test('refuses a facilitator on another machine, since its authorizations are valid on the real chains', () => {
    for (const url of ['https://facilitator.example/x402', 'https://127.0.0.1.example'])
      expect(errorsOf({ FACILITATOR_URL: url })).toEqual([expect.stringContaining('FACILITATOR_URL must be on this machine')])
    expect(errorsOf({ FACILITATOR_URL: 'http://127.0.0.1:4022/x402' })).toEqual([])
    const { SIGNER_KEY: _, ...others } = live
    expect(errorsOf({ ...others, FACILITATOR_URL: 'https://facilitator.example/x402' })).toEqual([])
  })

  test('needs no setting at all, and listens to this machine only', () => {
    expect(loadConfig({})).toMatchObject({
      mode: 'sandbox',
      host: '127.0.0.1',
      port: 4020,
      dataDir: './data',
      payTo: null,
      signerKeys: null,
      freeQuotaPerDay: 25,
      freeCallsPerClientPerDay: 1000,
      maxFeeShareBasisPoints: 5000n,
      rpcUrls: new Map(),
      trustedProxies: [],
      sandboxKillAt: null,
    })
  })

  test.each(Object.entries(live).filter(([name]) => name !== 'MODE'))('refuses %s, which is meant for real money', (name, value) => {
    expect(errorsOf({ [name]: value })).toEqual([expect.stringContaining(`${name} applies only with MODE=live`)])
    expect(errorsOf({ MODE: 'sandbox', [name]: value })).toHaveLength(1)
  })

  test('has a contact on localhost; live has none until one is set', () => {
    expect(loadConfig({}).contacts).toEqual(['mailto:operator@sandbox.localhost'])
    expect(loadConfig(live).contacts).toEqual([])
  })

  test('counts an empty variable as not set', () => {
    expect(loadConfig({ PAY_TO: '', PORT: ' ', SIGNER_KEY: '' })).toMatchObject({ mode: 'sandbox', port: 4020 })
  })
})

test('reads contacts, ownership proofs and identities', () => {
  const registry = 'eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432'
  const env = {
    CONTACT: 'api@example.com, https://example.com/contact',
    OWNERSHIP_PROOFS: `0x${'5a'.repeat(65)}`,
    AGENT_IDENTITIES: `${registry}/12`,
  }
  expect(loadConfig({ ...live, ...env })).toMatchObject({
    contacts: ['mailto:api@example.com', 'https://example.com/contact'],
    ownershipProofs: [`0x${'5a'.repeat(65)}`],
    identities: [{ agentRegistry: registry, agentId: 12 }],
  })
})

describe('live', () => {
  test('has its addresses, keys and nodes', () => {
    const config = loadConfig(live)
    expect(config).toMatchObject({
      mode: 'live',
      payTo: address,
      signerKeys: [key],
      publicUrl: 'https://api.example.com',
      freeCallsPerClientPerDay: 25,
    })
    expect(config.rpcUrls).toEqual(new Map([['base', ['https://base.example/v2/nodesecret', 'https://spare.example']]]))
  })

  test('reports everything that is missing at once', () => {
    expect(errorsOf({ MODE: 'live' })).toEqual([
      'PUBLIC_URL is required with MODE=live',
      'PAY_TO is required with MODE=live',
      expect.stringMatching(/^RPC_URL_BASE or another/),
    ])
  })

  test('refuses settings of the sandbox', () => {
    expect(errorsOf({ ...live, SANDBOX_KILL_AT: 'sent' })).toEqual([expect.stringContaining('only with MODE=sandbox')])
  })

  test('accepts http for a service on this machine only', () => {
    expect(errorsOf({ ...live, PUBLIC_URL: 'http://localhost:4020' })).toEqual([])
    expect(errorsOf({ ...live, PUBLIC_URL: 'http://api.example.com' })).toEqual([expect.stringContaining('https://')])
    expect(errorsOf({ ...live, PUBLIC_URL: 'http://127.0.0.1.example.com' })).toHaveLength(1)
    expect(errorsOf({ ...live, PUBLIC_URL: 'https://user:word@api.example.com' })).toHaveLength(1)
  })
})

describe('a wrong value', () => {
  test.each([
    ['MODE', 'Live'],
    ['PORT', '65536'],
    ['PORT', '4020.5'],
    ['PORT', '-1'],
    ['PORT', '0x10'],
    ['LOG_LEVEL', 'loud'],
    ['MAX_FEE_SHARE', '1.1'],
    ['MAX_FEE_SHARE', '1e-1'],
    ['CONTACT', 'operator'],
    ['CONTACT', 'http://example.com/contact'],
    ['OWNERSHIP_PROOFS', '0x1234'],
    ['AGENT_IDENTITIES', 'eip155:8453:0x8004/1'],
    ['AGENT_IDENTITIES', 'eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.1,proxy'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '::/0'],
    ['TRUSTED_PROXIES', '0.0.0.0/1,128.0.0.0/1'],
    ['GAS_COIN_CEILINGS', 'BTC=5'],
    ['GAS_COIN_CEILINGS', 'ETH=-1'],
    ['GAS_ALLOWANCE_USD_PER_DAY', '-1'],
    ['SOURCES_DISABLED', 'Coin Gecko'],
    ['SANDBOX_KILL_AT', 'later'],
    ['SANDBOX_KILL_AT', 'sent:0'],
    ['SANDBOX_KILL_AT', 'sent:1:2'],
    ['METRICS_TOKEN', 'short'],
  ])('is refused by name: %s=%s', (name, value) => {
    expect(errorsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} m`))])
  })

  test.each([
    ['an address with a mistyped letter', { PAY_TO: address.replace('A', 'a') }],
    ['the zero address', { PAY_TO: `0x${'0'.repeat(40)}` }],
    ['a key that is none on the curve', { SIGNER_KEY: `0x${'f'.repeat(64)}` }],
    ['a key without 0x', { SIGNER_KEY: '11'.repeat(32) }],
    ['a node that is no URL', { RPC_URL_BASE: 'base.example' }],
  ])('is refused: %s', (_, wrong) => {
    expect(errorsOf({ ...live, ...wrong })).toHaveLength(1)
  })

  test('a lower-case address is accepted like a checksummed one', () => {
    expect(loadConfig({ ...live, PAY_TO: address.toLowerCase() })).toMatchObject({ payTo: address.toLowerCase() })
  })

  test('is listed with all the others', () => {
    expect(() => loadConfig({ PORT: 'x', LOG_LEVEL: 'x', MAX_BODY_BYTES: 'x' })).toThrow(
      /^3 settings are wrong:\n- PORT .*\n- LOG_LEVEL .*\n- MAX_BODY_BYTES /,
    )
  })
})

test('what settling may cost is set in dollars, and so are the highest prices of gas coins', () => {
  const settings = { GAS_ALLOWANCE_USD_PER_DAY: '2.5', GAS_COIN_CEILINGS: 'ETH=8000, CREDIT=0.01' }
  expect(loadConfig(settings)).toMatchObject({
    gasAllowancePerDay: 2_500_000n,
    contractGasAllowancePerDay: 1_000_000n,
    gasCoinCeilings: new Map([
      ['ETH', 8_000_000_000n],
      ['CREDIT', 10_000n],
    ]),
  })
})

test('the documents name every setting once', () => {
  const names = settingsTable()
    .split('\n')
    .slice(2)
    .map((row) => /^\| `([A-Z_]+)` \|/.exec(row)?.[1])
  expect(names).toEqual(expect.arrayContaining(['MODE', 'PORT', 'SIGNER_KEY', 'RPC_URL_SKALE', 'WALLET_KEY']))
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(settingsHelp()).toContain(`  ${name} `)
  expect(settingsTable()).not.toContain('undefined')
})

test('a sandbox listens on this machine only, unless it is said to be public', () => {
  for (const host of ['127.0.0.1', '::1', 'localhost']) expect(loadConfig({ HOST: host }).host).toBe(host)
  expect(errorsOf({ HOST: '0.0.0.0' })).toEqual([expect.stringContaining('SANDBOX_PUBLIC=yes')])
  expect(loadConfig({ HOST: '0.0.0.0', SANDBOX_PUBLIC: 'yes' }).host).toBe('0.0.0.0')
  expect(loadConfig({ ...live, HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
})

test('an IPFS gateway may be on any network, with or without its path', () => {
  for (const given of ['https://ipfs.example', 'https://ipfs.example/', 'https://ipfs.example/ipfs', 'https://ipfs.example/ipfs/'])
    expect(loadConfig({ IPFS_GATEWAY: given }).ipfsGateway).toBe('https://ipfs.example')
  expect(loadConfig({ IPFS_GATEWAY: 'http://10.0.0.5:8080/gateway/ipfs/' }).ipfsGateway).toBe('http://10.0.0.5:8080/gateway')
  expect(loadConfig({}).ipfsGateway).toBeNull()
  for (const given of ['ipfs.example', 'ipfs://x', 'https://a:b@ipfs.example', 'https://ipfs.example?x=1'])
    expect(errorsOf({ IPFS_GATEWAY: given })).toHaveLength(1)
})

describe('a sandbox with real data', () => {
  const real = { SANDBOX_SOURCES: 'live', READ_RPC_URL_BASE: 'https://base.example/v2/nodesecret' }

  test('is chosen by a setting; nodes to read from belong to it and are secret', () => {
    expect(loadConfig({})).toMatchObject({ sandboxSources: 'stand-ins', readRpcUrls: new Map() })
    const config = loadConfig(real)
    expect(config).toMatchObject({
      mode: 'sandbox',
      sandboxSources: 'live',
      rpcUrls: new Map(),
      readRpcUrls: new Map([['base', [real.READ_RPC_URL_BASE]]]),
    })
    expect(config.secrets).toContain(real.READ_RPC_URL_BASE)
    expect(errorsOf({ READ_RPC_URL_BASE: real.READ_RPC_URL_BASE })).toEqual([
      'READ_RPC_URL_BASE applies only with SANDBOX_SOURCES=live: set that too, or remove it',
    ])
  })

  test('has no place in live mode, nor do its nodes', () => {
    for (const [name, value] of Object.entries(real)) {
      expect(errorsOf({ ...live, [name]: value })).toEqual([expect.stringContaining(`${name} applies only with MODE=sandbox`)])
    }
  })

  test('takes no node for payments, and says which setting names one to read from', () => {
    expect(errorsOf({ ...real, RPC_URL_BASE: 'https://base.example' })).toEqual([
      expect.stringMatching(/^RPC_URL_BASE applies only with MODE=live.*; READ_RPC_URL_BASE names nodes to read from$/),
    ])
  })

  test('serves this machine only', () => {
    expect(errorsOf({ ...real, SANDBOX_PUBLIC: 'yes' })).toEqual([expect.stringContaining('exclude each other')])
  })
})
