import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { touchedTests } from './touched-tests.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farthing-verify-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, ...imports: readonly string[]): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), imports.map((path) => `import { one } from '${path}'\n`).join(''))
}

describe('the tests close to a change', () => {
  beforeEach(() => {
    write('src/price.ts')
    write('src/price.test.ts', './price.ts')
    write('src/quote.ts', './price.ts')
    write('src/quote.test.ts', './quote.ts')
    write('src/shop.ts', './quote.ts')
    write('src/shop.test.ts', './shop.ts')
    write('src/price.full.test.ts', './price.ts')
    write('src/other.test.ts')
  })

  test('are those of the module and of its importers, and the others are counted', () => {
    expect(touchedTests(root, ['src/price.ts'])).toEqual({ near: ['src/price.test.ts', 'src/quote.test.ts'], far: 1 })
  })

  test('are those that changed themselves, of every tier', () => {
    expect(touchedTests(root, ['src/price.full.test.ts'])).toEqual({ near: ['src/price.full.test.ts'], far: 0 })
  })

  test('are those that name a file that no code imports', () => {
    writeFileSync(join(root, 'src/other.test.ts'), `readFileSync('docs/prices.md')`)
    expect(touchedTests(root, ['docs/prices.md']).near).toEqual(['src/other.test.ts'])
  })

  test('are all that import the change directly, and a limited number of the others', () => {
    for (let index = 0; index < 40; index += 1) write(`src/direct-${index}.test.ts`, './price.ts')
    for (let index = 0; index < 40; index += 1) write(`src/further-${index}.test.ts`, './quote.ts')
    expect(touchedTests(root, ['src/price.ts'])).toMatchObject({ near: { length: 41 }, far: 42 })
  })

  test('are found through circles of imports', () => {
    write('src/quote.ts', './price.ts', './shop.ts')
    expect(touchedTests(root, ['src/shop.ts']).near).toEqual(['src/shop.test.ts', 'src/quote.test.ts'])
  })
})
