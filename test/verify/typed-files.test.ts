import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { typedFiles } from './typed-files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farthing-verify-'))
  mkdirSync(join(root, 'src'))
  const write = (file: string, text = '') => writeFileSync(join(root, 'src', file), text)
  write('rates.json', '[]')
  write('price.ts', `import rates from './rates.json' with { type: 'json' }`)
  write('quote.ts', `export * from './price.ts'`)
  write('shop.ts', `export type { Quote } from './quote.ts'`)
  write('shop.test.ts', `const shop: typeof import('./shop.ts')`)
  write('other.ts')
})
afterEach(() => rmSync(root, { recursive: true }))

const typed = (files: readonly string[], gone: readonly string[] = []) => {
  const found = typedFiles(root, { files, gone })
  return found === 'all' ? found : found.toSorted()
}

test('a change can break the types of all that import it, through any number of modules', () => {
  expect(typed(['src/quote.ts'])).toEqual(['src/quote.ts', 'src/shop.test.ts', 'src/shop.ts'])
  expect(typed(['src/rates.json'])).toEqual(['src/price.ts', 'src/quote.ts', 'src/shop.test.ts', 'src/shop.ts'])
  expect(typed(['src/other.ts'])).toEqual(['src/other.ts'])
  expect(typed(['docs/tests.md'])).toEqual([])
})

test.each(['package-lock.json', 'tsconfig.json', 'src/ambient.d.ts'])('%s can break those of every file', (file) => {
  expect(typed([file])).toBe('all')
})

test('so can a file that is gone, since nothing says who imported it', () => {
  expect(typed(['src/other.ts'], ['src/old.ts'])).toBe('all')
  expect(typed(['src/other.ts'], ['docs/old.md'])).toEqual(['src/other.ts'])
})
