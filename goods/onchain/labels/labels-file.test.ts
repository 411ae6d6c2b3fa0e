import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { labelsFile } from './labels-file.ts'

const parse = labelsFile(() => ['base', 'ethereum'])
const address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const entry = { address, kind: 'exchange', name: 'Our desk' }

let directory: string
beforeAll(() => void (directory = mkdtempSync(join(tmpdir(), 'farthing-test-'))))
afterAll(() => rmSync(directory, { recursive: true }))
function file(content: unknown): string {
  const path = join(directory, 'labels.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

test('an empty path gives no labels', () => {
  expect(parse('')).toEqual([])
})

test('an entry needs an address, a kind and a name', () => {
  const nothing = { networks: null, source: null, checkedOn: null }
  expect(parse(file([entry]))).toEqual([{ ...entry, ...nothing }])
  const full = { ...entry, networks: ['base'], source: 'our books', checkedOn: '2026-11-22' }
  expect(parse(file([full]))).toEqual([full])
  expect(parse(file([{ ...entry, address: `0x${'0'.repeat(40)}` }]))).toHaveLength(1)
})

test.each<[string, unknown, string]>([
  ['no JSON', '{', 'not JSON'],
  ['no list', {}, 'its top'],
  ['an unknown kind', [{ ...entry, kind: 'friend' }], '0.kind'],
  ['an unknown network', [entry, { ...entry, networks: ['moon'] }], '1.networks.0'],
  ['a member that is mistyped', [{ ...entry, network: 'base' }], '0'],
  ['a wrong checksum', [{ ...entry, address: address.replace('f', 'F') }], '0.address: it must have the right checksum'],
  ['no address', [{ ...entry, address: '0x12' }], '0.address'],
  ['an invisible name', [{ ...entry, name: '\u202e' }], '0.name'],
  ['a name that is long', [{ ...entry, name: 'x'.repeat(65) }], '0.name'],
])('%s is refused, with the place', (_, content, message) => {
  expect(() => parse(file(content))).toThrow(message)
})

test('a missing file is refused', () => {
  expect(() => parse(join(directory, 'nowhere.json'))).toThrow("can't be read (ENOENT)")
})
