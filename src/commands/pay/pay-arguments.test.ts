import { describe, expect, test } from 'vitest'
import { readPayArguments } from '../pay.ts'

const url = 'http://127.0.0.1:4020/v1/market/price/BTC'

describe('the arguments of farthing pay', () => {
  test('need no more than a URL', () => {
    expect(readPayArguments([url])).toEqual({
      url,
      method: null,
      data: null,
      headers: {},
      protocol: 'x402',
      network: null,
      rpcUrl: null,
      maximum: null,
      json: false,
      keyFile: null,
      sandboxKey: null,
      insecure: false,
      signOnly: false,
    })
  })

  test('take method, body, headers, network and maximum', () => {
    const args = [
      url,
      '--method',
      'post',
      '--data',
      '{}',
      '--header',
      'Accept: text/plain',
      '--header',
      'X-A:b:c',
      '--network',
      'Polygon',
      '--max',
      '0.5',
      '--json',
    ]
    expect(readPayArguments(args)).toMatchObject({
      method: 'POST',
      data: '{}',
      headers: { accept: 'text/plain', 'x-a': 'b:c' },
      network: 'eip155:137',
      maximum: 500_000n,
      json: true,
    })
    expect(readPayArguments([url, '--network', 'eip155:10'])).toMatchObject({ network: 'eip155:10' })
    expect(readPayArguments([url, '--header', 'Authorization: Bearer x'])).toMatchObject({ headers: { authorization: 'Bearer x' } })
  })

  test('take a protocol, and a node for a transaction', () => {
    expect(readPayArguments([url, '--protocol', 'mpp'])).toMatchObject({ protocol: 'mpp', rpcUrl: null })
    const hash = [url, '--protocol', 'hash', '--rpc', 'http://127.0.0.1:8545']
    expect(readPayArguments(hash)).toMatchObject({ protocol: 'hash', rpcUrl: 'http://127.0.0.1:8545/' })
  })

  test.each([
    [[]],
    [[url, url]],
    [['ftp://example.com']],
    [['example.com']],
    [[url, '--max', '0.0000001']],
    [[url, '--max', '-1']],
    [[url, '--max', '1e3']],
    [[url, '--network', 'bitcoin']],
    [[url, '--method', 'TRACE']],
    [[url, '--header', 'no colon']],
    [[url, '--header', 'a: b\r\nc: d']],
    [[url, '--header', 'PAYMENT-SIGNATURE: abc']],
    [[url, '--header', 'Authorization: Payment abc']],
    [[url, '--header', 'Payment-Authorization: Payment abc']],
    [[url, '--protocol', 'bitcoin']],
    [[url, '--protocol', 'hash', '--rpc', 'ws://127.0.0.1:8545']],
    [[url, '--protocol', 'hash', '--sign-only']],
    [[url, '--protocol', 'mpp', '--rpc', 'http://127.0.0.1:8545']],
    [[url, '--maximum', '5']],
    [[url, '--max']],
  ])('are refused when they are wrong: %j', (args) => {
    expect(() => readPayArguments(args)).toThrow(expect.objectContaining({ name: 'UsageError' }))
  })
})
