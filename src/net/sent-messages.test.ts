import { expect, test } from 'vitest'
import { createMessageCount } from './sent-messages.ts'

const record = (type: number, length: number) =>
  Buffer.concat([Buffer.from([type, 3, 3, length >> 8, length & 255]), Buffer.alloc(length, 23)])
const sent = Buffer.concat([
  record(22, 500),
  record(20, 1),
  record(23, 60),
  record(23, 0),
  record(23, 16_000),
  record(21, 2),
  record(23, 9),
])

test.each([sent.length, 1, 3, 5, 64, 1_000])('records with data are counted in chunks of %i bytes', (size) => {
  const count = createMessageCount()
  let messages = 0
  for (let at = 0; at < sent.length; at += size) messages += count(sent.subarray(at, at + size))
  expect(messages).toBe(4)
})

test('what does not begin with a handshake counts by chunk', () => {
  const count = createMessageCount()
  expect([count(Buffer.from('GET / HTTP/1.1')), count(Buffer.alloc(0)), count(sent)]).toEqual([1, 0, 1])
})
