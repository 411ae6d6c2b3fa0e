import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { serveDocument } from './serve-document.ts'

const long = JSON.stringify({ text: 'a farthing is a quarter of a penny '.repeat(100) })
const app = new Hono()
serveDocument(app, '/long', { contentType: 'application/json', body: long })
serveDocument(app, '/short', {
  contentType: 'text/plain',
  body: 'short',
  maxAgeSeconds: 60,
  headers: { 'Content-Security-Policy': 'none' },
})
serveDocument(app, '/named-by-its-hash', { contentType: 'text/plain', body: 'short', immutable: true })

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') => app.request(path, { method, headers })

test('has its type, its length, its lifetime, and is open to pages of any origin', async () => {
  const response = await get('/short')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/plain',
    'content-length': '5',
    'cache-control': 'max-age=60',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'none',
  })
  expect((await get('/long')).headers.get('cache-control')).toBe('max-age=300')
  expect((await get('/named-by-its-hash')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

describe('is sent once', () => {
  test('not again to clients that have it', async () => {
    const tag = (await get('/long')).headers.get('etag')!
    for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
      const again = await get('/long', { 'If-None-Match': known })
      expect([again.status, await again.text(), again.headers.get('etag'), again.headers.get('content-length')]).toEqual([
        304,
        '',
        tag,
        null,
      ])
    }
    expect((await get('/long', { 'If-None-Match': '"other"' })).status).toBe(200)
    expect((await get('/short')).headers.get('etag')).not.toBe(tag)
  })

  test('and its headers at every HEAD', async () => {
    const head = await get('/long', {}, 'HEAD')
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', String(long.length)])
  })
})

describe('is packed', () => {
  test.each([
    ['gzip', 'gzip'],
    ['deflate,GZIP', 'gzip'],
    ['br;q=0.4, gzip;q=0.5', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=0.5, *;q=0.8', 'br'],
  ])('for clients that accept %s, by %s', async (accepted, encoding) => {
    const response = await get('/long', { 'Accept-Encoding': accepted })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(bytes.length).toBeLessThan(long.length / 5)
    expect((encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString('utf8')).toBe(long)
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
  })

  test.each(['', 'gzip;q=0', 'gzip; q=0.0, br;q=0', 'identity', '*;q=0', 'gzip;q=odd'])(
    'not for clients that accept "%s"',
    async (accepted) => {
      const response = await get('/long', { 'Accept-Encoding': accepted })
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(await response.text()).toBe(long)
    },
  )

  test('not when it is short', async () => {
    expect((await get('/short', { 'Accept-Encoding': 'gzip' })).headers.get('content-encoding')).toBeNull()
  })

  test('once for each encoding, and each has a strong tag of its own that gives a 304', async () => {
    const tags = await Promise.all(
      ['identity', 'gzip', 'br'].map(async (accepted) => (await get('/long', { 'Accept-Encoding': accepted })).headers.get('etag')!),
    )
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) {
      expect(tag).toMatch(/^"/)
      const again = await get('/long', { 'Accept-Encoding': 'br', 'If-None-Match': tag })
      expect([again.status, again.headers.get('etag'), again.headers.get('vary')]).toEqual([304, tag, 'Accept-Encoding'])
    }
  })
})
