import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { compileContracts, compiledText } from './compile-contracts.ts'
import { contractFiles } from './compiled-contract.ts'

let compiled: ReturnType<typeof compileContracts>
beforeAll(() => {
  compiled = compileContracts()
})

describe('the committed contracts are what the compiler makes of their sources', () => {
  test.each(contractFiles)('%s', (name) => {
    expect(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')).toBe(compiledText(compiled[name]))
  })
})

test('nothing newer than Berlin is used, which SKALE would not run', () => {
  expect(new Set(Object.values(compiled).map(({ evmVersion }) => evmVersion))).toEqual(new Set(['berlin']))
})
