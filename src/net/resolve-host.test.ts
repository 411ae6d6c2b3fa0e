import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createResolveHost, type ResolveHost } from './resolve-host.ts'

/** A name server on this machine (RFC 1035): per name and type the addresses in bytes, or a code of failure. */
const zone: Readonly<Record<string, Readonly<Record<number, readonly Buffer[] | number>>>> = {
  'both.example': {
    1: [Buffer.of(93, 184, 215, 14), Buffer.of(10, 0, 0, 7)],
    28: [Buffer.from('26064700000000000000000000001111', 'hex')],
  },
  'four.example': { 1: [Buffer.of(8, 8, 8, 8)], 28: [] },
  'lame.example': { 1: [Buffer.of(8, 8, 4, 4)], 28: 2 },
  'broken.example': { 1: 2, 28: 2 },
}
const server = createSocket('udp4')
let resolve: ResolveHost
beforeAll(async () => {
  server.on('message', (question, from) => server.send(reply(question), from.port, from.address))
  await new Promise<void>((ready) => server.bind(0, '127.0.0.1', ready))
  resolve = createResolveHost([`127.0.0.1:${server.address().port}`])
})
afterAll(() => new Promise<void>((closed) => server.close(closed)))

function reply(question: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (; question[at] !== 0; at += question[at]! + 1) labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!))
  const type = question.readUInt16BE(at + 1)
  const found = zone[labels.join('.')]?.[type] ?? 3
  const records = typeof found === 'number' ? [] : found
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (typeof found === 'number' ? found : 0), 2)
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([
    header,
    question.subarray(12, at + 5),
    ...records.flatMap((data) => [Buffer.of(0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length), data]),
  ])
}

test('gives all addresses of both families', async () => {
  expect((await resolve('both.example')).toSorted()).toEqual(['10.0.0.7', '2606:4700::1111', '93.184.215.14'])
  expect(await resolve('four.example')).toEqual(['8.8.8.8'])
})

test('gives none for an unknown name, and accepts a name with one family only', async () => {
  expect(await resolve('nothing.example')).toEqual([])
  expect(await resolve('lame.example')).toEqual(['8.8.4.4'])
})

test('rejects when the server cannot answer', async () => {
  await expect(resolve('broken.example')).rejects.toThrow()
})

test('does not read the hosts file of this machine', async () => {
  expect(await resolve('localhost')).toEqual([])
})
