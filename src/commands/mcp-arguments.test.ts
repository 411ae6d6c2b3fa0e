import { describe, expect, test } from 'vitest'
import { readMcpArguments } from './mcp.ts'

describe('the arguments of farthing mcp', () => {
  test('need nothing: a local service, small limits', () => {
    expect(readMcpArguments([])).toEqual({
      url: 'http://127.0.0.1:4020',
      wallet: false,
      perCall: 100_000n,
      perDay: 1_000_000n,
      network: null,
      keyFile: null,
      tools: null,
      dataDir: null,
      rpcUrls: new Map(),
      insecure: false,
      forgetPayee: false,
    })
  })

  test('take limits in dollars, a network by name or id, and nodes by network', () => {
    const args = ['--wallet', '--url', 'https://api.example.com/', '--max-per-call', '0.05', '--max-per-day', '0', '--network', 'Polygon']
    expect(
      readMcpArguments([...args, '--rpc', 'base=https://node.example/?key=a=b', '--rpc', 'eip155:10=http://127.0.0.1:8545']),
    ).toMatchObject({
      url: 'https://api.example.com',
      wallet: true,
      perCall: 50_000n,
      perDay: 0n,
      network: 'eip155:137',
      rpcUrls: new Map([
        ['eip155:8453', 'https://node.example/?key=a=b'],
        ['eip155:10', 'http://127.0.0.1:8545/'],
      ]),
    })
  })

  test.each([
    [['--url', 'ftp://example.com']],
    [['--max-per-call', '1e3']],
    [['--max-per-day', '-1']],
    [['--max-per-day', '0.0000001']],
    [['--network', 'bitcoin']],
    [['--rpc', 'base']],
    [['--rpc', 'https://node.example']],
    [['--key', '0x01']],
    [['something']],
  ])('are refused when they are wrong: %j', (args) => {
    expect(() => readMcpArguments(args)).toThrow(expect.objectContaining({ name: 'UsageError' }))
  })
})
