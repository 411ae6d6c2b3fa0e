import { expect, test } from 'vitest'
import { callSource, toolCallSource } from './call-source.ts'

const sourceOf = (headers: Record<string, string>) => callSource(new Headers(headers), 'farthing.example')

test.each([
  ['curl/8.5.0', 'curl'],
  ['python-httpx/0.28.1', 'python-httpx'],
  ['node', 'node'],
  ['@x402/fetch/2.27.0', '@x402'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'browser'],
  ['Mozilla/5.0 (compatible; x402scan/1.0; +https://x402scan.example)', 'x402scan'],
  ['', 'unnamed'],
  ['\u{1F600} odd', 'unnamed'],
  [`${'a'.repeat(500)}/1`, 'a'.repeat(40)],
])('software that calls itself %j is counted as %j', (agent, software) => {
  const headers = { get: (name: string) => (name === 'user-agent' ? agent : null) }
  expect(callSource(headers, 'farthing.example').software).toBe(software)
})

test.each([
  ['https://x402scan.com/resources?q=1', 'x402scan.com'],
  ['https://farthing.example/offers/qr', 'own pages'],
  ['no address', 'direct'],
  ['https://[::1]/', 'direct'],
])('a call that a page at %j led to came from %j', (referer, via) => {
  expect(sourceOf({ referer }).via).toBe(via)
})

test('a call without these headers is direct, and its software unnamed', () => {
  expect(sourceOf({})).toEqual({ software: 'unnamed', via: 'direct' })
})

test('a call of a tool came by MCP', () => {
  expect(toolCallSource(new Headers({ 'user-agent': 'claude-code/2.1' }))).toEqual({ software: 'claude-code', via: 'mcp' })
})
