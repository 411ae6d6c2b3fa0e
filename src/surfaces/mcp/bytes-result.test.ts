import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from 'vitest'
import { bytesResult } from './bytes-result.ts'

const answer = (contentType: string, text: string, more: object = {}) => ({ status: 200, contentType, body: Buffer.from(text), ...more })
const base64 = (text: string) => Buffer.from(text).toString('base64')

test('JSON is text, and an object in it is structured content too', () => {
  const made = bytesResult(answer('application/json', '{"level":1}'), 'tides', true)
  expect([made.content, made.structuredContent]).toEqual([[{ type: 'text', text: '{"level":1}' }], { level: 1 }])
  expect(bytesResult(answer('application/json', '[1]'), 'tides', true)).not.toHaveProperty('structuredContent')
})

test('text is read in its own character set', () => {
  const made = bytesResult(
    { status: 200, contentType: 'text/plain; charset=iso-8859-1', body: Uint8Array.of(0x48, 0xf6, 0x68, 0x65) },
    'tides',
    true,
  )
  expect(made.content).toEqual([{ type: 'text', text: 'Höhe' }])
})

test.each<[string, boolean, object]>([
  ['image/png', true, { type: 'image', data: base64('x'), mimeType: 'image/png' }],
  ['audio/mpeg', true, { type: 'audio', data: base64('x'), mimeType: 'audio/mpeg' }],
  ['audio/mpeg', false, { type: 'resource', resource: { uri: 'farthing://answers/tides', mimeType: 'audio/mpeg', blob: base64('x') } }],
  [
    'application/zip',
    true,
    { type: 'resource', resource: { uri: 'farthing://answers/tides', mimeType: 'application/zip', blob: base64('x') } },
  ],
])('%s has words first, then its bytes', (contentType, knowsAudio, part) => {
  const made = bytesResult(answer(contentType, 'x'), 'tides', knowsAudio)
  expect(made.content).toEqual([{ type: 'text', text: `${contentType}, 1 byte` }, part])
  expect(CallToolResultSchema.safeParse(made).success).toBe(true)
})

test('the status and the headers are in _meta', () => {
  const made = bytesResult(answer('text/plain', 'made', { status: 201, headers: { Location: '/1' } }), 'tides', true)
  expect(made['_meta']).toEqual({ 'farthing/answer': { status: 201, contentType: 'text/plain', headers: { Location: '/1' } } })
})
