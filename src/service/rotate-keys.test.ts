import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { systemRandom } from '../ops/system.ts'
import { addressesIn, addSigner, retireSigners, rotateSecret } from './rotate-keys.ts'

const root = mkdtempSync(join(tmpdir(), 'farthing-keys-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const system = { clock: { now: () => Date.now() }, random: systemRandom }
const fileOf = (name: string, content: string) => {
  const file = join(root, name)
  writeFileSync(file, content, { mode: 0o600 })
  return file
}
const secretsIn = (file: string) => readFileSync(file, 'utf8').trim().split(',')

test('a secret is replaced in three steps, and accepted until nothing made with it is valid', () => {
  const old = 'the-old-secret-of-at-least-32-characters'
  const file = fileOf('mpp', `${old}\n`)
  expect(() => rotateSecret('mpp', file, 'switch', system)).toThrow(/prepare it first/)
  expect(rotateSecret('mpp', file, 'prepare', system)).toBe(2)
  const [first, second] = secretsIn(file)
  expect([first, second!.length]).toEqual([old, 64])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(() => rotateSecret('mpp', file, 'prepare', system)).toThrow(/under way/)
  rotateSecret('mpp', file, 'switch', system)
  expect(secretsIn(file)).toEqual([second, old])
  expect(() => rotateSecret('mpp', file, 'switch', system)).toThrow(/used already/)
  expect(secretsIn(file)).toEqual([second, old])
  expect(() => rotateSecret('mpp', file, 'finish', system)).toThrow(/may still present transfers.*finish after 20.*or finish --now/)
  const later = { ...system, clock: { now: () => Date.now() + 7 * 86_400_000 + 3_601_000 } }
  expect(rotateSecret('mpp', file, 'finish', later)).toBe(1)
  expect(secretsIn(file)).toEqual([second])
  expect(readdirSync(root).filter((name) => name.startsWith('mpp'))).toEqual(['mpp'])
})

test('a secret that leaked is dropped at once, and never before another one is used', () => {
  const file = fileOf('leaked', 'the-old-secret-of-at-least-32-characters')
  rotateSecret('mpp', file, 'prepare', system)
  const [, second] = secretsIn(file)
  expect(() => rotateSecret('mpp', file, 'finish', system, { atOnce: true })).toThrow(/switch first/)
  rotateSecret('mpp', file, 'switch', system)
  expect(rotateSecret('mpp', file, 'finish', system, { atOnce: true })).toBe(1)
  expect(secretsIn(file)).toEqual([second])
})

test('a rotation that was begun by hand counts from the change of its file', () => {
  const file = fileOf('by-hand', `${'n'.repeat(32)},${'o'.repeat(32)}`)
  expect(() => rotateSecret('mpp', file, 'finish', system)).toThrow(/may still present/)
  const eightDaysAgo = Date.now() / 1000 - 8 * 86_400
  utimesSync(file, eightDaysAgo, eightDaysAgo)
  expect(rotateSecret('mpp', file, 'finish', system)).toBe(1)
})

test('a token is dropped when the operator says so', () => {
  const file = fileOf('token', 'a-token-of-some-length')
  for (const step of ['prepare', 'switch', 'finish'] as const) rotateSecret('token', file, step, system)
  expect(secretsIn(file)).toHaveLength(1)
  expect(secretsIn(file)).not.toEqual(['a-token-of-some-length'])
})

test('a new signer comes beside the old one, and the old one retires to a file of its own', () => {
  const old = `0x${'11'.repeat(32)}`
  const file = fileOf('signer', old)
  const [oldAddress] = addressesIn(file)
  expect(() => retireSigners(file, `${file}.retiring`)).toThrow(/one key only/)
  const address = addSigner(file, system)
  expect(addressesIn(file)).toEqual([oldAddress, address])
  expect(retireSigners(file, `${file}.retiring`)).toEqual({ sends: address, retiring: [oldAddress] })
  expect([addressesIn(file), secretsIn(`${file}.retiring`)]).toEqual([[address], [old]])
  // What the old one has sent may still be open when the next rotation comes.
  const [second] = secretsIn(file)
  addSigner(file, system)
  retireSigners(file, `${file}.retiring`)
  expect(secretsIn(`${file}.retiring`)).toEqual([old, second])
})

test('says what is wrong with a file, and never what is in it', () => {
  expect(() => rotateSecret('mpp', join(root, 'missing'), 'prepare', system)).toThrow(/can't be read \(ENOENT\)/)
})
