import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { contractFiles } from './compiled-contract.ts'

let compiled: Record<string, string>
beforeAll(async () => {
  const program = fileURLToPath(new URL('./compile-contracts.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--print'], { maxBuffer: 2 ** 24 })
  compiled = JSON.parse(stdout) as Record<string, string>
})

describe('the committed contracts equal the compiler’s output for their sources', () => {
  test.each(contractFiles)('%s', (name) => {
    const committed = readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')
    expect(JSON.parse(committed)).toEqual(JSON.parse(compiled[`${name}.json`] ?? 'null'))
  })
})
