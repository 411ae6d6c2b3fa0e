import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { zipArchive, type ArchivedFile } from '../../sandbox/zip-archive.ts'
import { UpstreamGarbage } from '../../../../src/net/upstream-errors.ts'
import { unzip } from './unzip.ts'

const never = new AbortController().signal
const list: ArchivedFile = { name: 'SDN.XML', content: `<sdnList>${'<uid>7</uid>é'.repeat(20_000)}</sdnList>` }
const wanted = { name: 'SDN.XML', maxBytes: 1_000_000 }

async function unpacked(archive: Uint8Array, pieceBytes = 1_000, signal = never, file = wanted): Promise<string> {
  const chunks: Uint8Array[] = []
  for (let start = 0; start < archive.length; start += pieceBytes) chunks.push(archive.subarray(start, start + pieceBytes))
  return Buffer.concat(await unzip(chunks, file, signal)).toString()
}

test('unpacks the file by its name in any case, whatever lies beside it', async () => {
  expect(await unpacked(zipArchive([list]))).toBe(list.content)
  expect(
    await unpacked(
      zipArchive([
        { name: 'readme.txt', content: 'no' },
        { ...list, name: 'sdn.xml' },
      ]),
    ),
  ).toBe(list.content)
})

describe('refuses', () => {
  const other = (place: number) => ({ name: `${place}.txt`, content: '' })
  test.each<[string, Uint8Array, string]>([
    ['what is no archive', Buffer.from('<html>Checking your browser</html>'), 'not_zip'],
    ['an empty body', Buffer.alloc(0), 'not_zip'],
    ['an archive that was cut off', zipArchive([list]).slice(0, -100), 'not_zip'],
    ['an archive without the file', zipArchive([{ ...list, name: 'CONSOLIDATED.XML' }]), 'not_zip'],
    ['too many files', zipArchive([...Array.from({ length: 20 }, (_, place) => other(place)), list]), 'not_zip'],
    ['a file with another checksum', zipArchive([{ ...list, says: { crc32: 1 } }]), 'not_zip'],
    ['a path that leaves its folder', zipArchive([{ ...list, name: '../SDN.XML' }]), 'not_zip'],
    ['a file that is longer than allowed', zipArchive([{ name: 'SDN.XML', content: Buffer.alloc(1_000_001) }]), 'too_large'],
    [
      'a file that is longer than stated',
      zipArchive([{ name: 'SDN.XML', content: Buffer.alloc(9_000_000), says: { bytes: 10 } }]),
      'not_zip',
    ],
  ])('%s', async (_, archive, reason) => expect(unpacked(archive)).rejects.toMatchObject({ reason }))
})

test('a bomb that says it is small is not unpacked beyond what it says', async () => {
  // A hundred kilobytes that would become a hundred megabytes.
  const bomb = zipArchive([{ name: 'SDN.XML', content: Buffer.alloc(100_000_000), says: { bytes: 1_000 } }])
  expect(bomb.length).toBeLessThan(200_000)
  const before = process.memoryUsage.rss()
  await expect(unpacked(bomb)).rejects.toThrow(UpstreamGarbage)
  expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000)
})

test('bytes that are changed anywhere give the same file or an error of ours, and nothing else', async () => {
  const small = zipArchive([{ name: 'SDN.XML', content: 'Muammar Qadhafi '.repeat(20) }])
  const change = fc.record({ at: fc.nat(small.length - 1), to: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const archive = Uint8Array.from(small)
      for (const { at, to } of changes) archive[at] = to
      const result = await unpacked(archive).catch((error: unknown) => error)
      if (result instanceof UpstreamGarbage) return
      expect(result).toBe('Muammar Qadhafi '.repeat(20))
    }),
    { numRuns: runsOf(600), seed: 20_261_123 },
  )
})

test('a list of thirty megabytes is unpacked in many small pieces, and the event loop turns between them', async () => {
  const entry = Array.from({ length: 2_000 }, (_, uid) => `<sdnEntry><uid>${uid * 7919}</uid><lastName>N${uid * 31}</lastName></sdnEntry>`)
  const archive = zipArchive([{ name: 'SDN.XML', content: entry.join('\n').repeat(250) }])
  let turns = 0
  let unpacking = true
  const count = () => {
    turns++
    if (unpacking) setImmediate(count)
  }
  setImmediate(count)
  const pieces = await unzip([archive], { name: 'SDN.XML', maxBytes: 150_000_000 }, never)
  unpacking = false
  expect(pieces.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(25_000_000)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(65_536)
  // At least one for each ten pieces.
  expect(turns).toBeGreaterThan(pieces.length / 10)
})

test('ends when it is stopped', async () => {
  const stopping = new AbortController()
  const archive = zipArchive([{ name: 'SDN.XML', content: Buffer.alloc(50_000_000) }])
  const unpacking = unpacked(archive, 1e9, stopping.signal, { name: 'SDN.XML', maxBytes: 1e9 })
  stopping.abort(new Error('stopping'))
  await expect(unpacking).rejects.toThrow('stopping')
})
