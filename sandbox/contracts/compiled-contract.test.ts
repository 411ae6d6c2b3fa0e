import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { sha256 } from '../../src/shared/sha256.ts'
import { compiledContract, contractFiles } from './compiled-contract.ts'

const solc = createRequire(import.meta.url)('solc/package.json') as { readonly version: string }

test.each(contractFiles)('%s was compiled from its present source by the pinned compiler', (name) => {
  const { source, sourceSha256, compiler, runtimeCode } = compiledContract(name)
  expect(source).toBe(`${name}.sol`)
  expect(sourceSha256).toBe(sha256(readFileSync(new URL(`./${source}`, import.meta.url), 'utf8')))
  expect(compiler.startsWith(`${solc.version}+commit`)).toBe(true)
  expect(runtimeCode.length).toBeGreaterThan(2)
})

test('no opcode newer than Berlin is used, because SKALE could not run it', () => {
  for (const name of contractFiles) expect(compiledContract(name)).toMatchObject({ evmVersion: 'berlin' })
})
