import { expect, test } from 'vitest'
import { readJsonBody } from './read-body.ts'

const post = (body: string | Uint8Array | ReadableStream, type = 'application/json') =>
  readJsonBody(new Request('http://a/', { method: 'POST', body, headers: { 'Content-Type': type }, duplex: 'half' }), 100)

/** Sends these parts, then fails. */
function brokenAfter(...parts: string[]): ReadableStream {
  const left = parts.map((part) => Buffer.from(part))
  return new ReadableStream({
    pull(controller) {
      const next = left.shift()
      if (next) controller.enqueue(next)
      else controller.error(new Error('aborted'))
    },
  })
}

test('a JSON body is read, and an empty one is undefined', async () => {
  expect(await post('{"a":[1]}')).toEqual({ a: [1] })
  expect(await post('{}', 'application/problem+json; charset=utf-8')).toEqual({})
  expect(await post('')).toBeUndefined()
})

test.each([
  ['of another kind', () => post('{}', 'text/plain'), 'unsupported_media_type'],
  ['that is too long', () => post(`"${'a'.repeat(100)}"`), 'payload_too_large'],
  ['that is too long in parts', () => post(brokenAfter(`"${'a'.repeat(60)}`, `${'a'.repeat(60)}"`)), 'payload_too_large'],
  ['that is too deep', () => post('['.repeat(40) + ']'.repeat(40)), 'invalid_json'],
  ['that is not UTF-8', () => post(new Uint8Array([0x22, 0xff, 0x22])), 'invalid_json'],
  ['that is not JSON', () => post('{"a":'), 'invalid_json'],
  ['that breaks off', () => post(brokenAfter('{"a":')), 'invalid_json'],
])('a body %s is a problem of its sender', async (_, read, code) => {
  await expect(read()).rejects.toMatchObject({ name: 'Problem', code })
})
