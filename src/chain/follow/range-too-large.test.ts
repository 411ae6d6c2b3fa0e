import { describe, expect, test } from 'vitest'
import { RpcRejected, RpcUnreachable } from '../chain.ts'
import { isRangeTooLarge } from './range-too-large.ts'

describe('a smaller range is requested', () => {
  test.each([
    [-32_005, 'query returned more than 10000 results'],
    [-32_005, 'query returned more than 10000 results. Try with this block range [0x1, 0x2].'],
    [-32_602, 'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range'],
    [-32_614, 'eth_getLogs is limited to a 10,000 range'],
    [-32_600, 'You can make eth_getLogs requests with up to a 500 block range.'],
    [-32_000, 'block range is too wide'],
    [-32_000, 'block range too large'],
    [-32_000, 'exceed maximum block range: 5000'],
    [-32_000, 'query exceeds max results 20000, retry with the range 1-2'],
    [-32_000, 'query timeout exceeded'],
    [-32_002, 'request timed out'],
    [-32_602, 'invalid block range params'],
    [-32_047, 'Max range: 800'],
    [35, 'ranges over 10000 blocks are not supported on freetier'],
    [-32_008, 'Response is too big'],
    [-32_603, 'Internal error'],
    [0, 'no message'],
  ])('for %i %s', (code, message) => {
    expect(isRangeTooLarge(new RpcRejected(code, message))).toBe(true)
  })

  test.each(['answer too large', 'timed out', 'HTTP 413', 'HTTP 504'])('when no answer came: %s', (fault) => {
    expect(isRangeTooLarge(new RpcUnreachable(`no RPC node answered eth_getLogs: ${fault}`))).toBe(true)
  })
})

describe('no smaller range helps', () => {
  test.each([
    [-32_601, 'the method eth_getLogs does not exist'],
    [-32_000, 'method not found'],
    [-32_001, 'Unauthorized'],
    [403, 'forbidden'],
    [-32_000, 'invalid API key'],
  ])('%i %s', (code, message) => {
    expect(isRangeTooLarge(new RpcRejected(code, message))).toBe(false)
  })

  test.each(['connection failed', 'ECONNREFUSED', 'rate limited (429)', 'HTTP 502', 'answer is not JSON'])('%s', (fault) => {
    expect(isRangeTooLarge(new RpcUnreachable(`no RPC node answered eth_getLogs: ${fault}`))).toBe(false)
  })

  test('our own error', () => {
    expect(isRangeTooLarge(new TypeError('timed out'))).toBe(false)
  })
})
