import { describe, expect, test } from 'vitest'
import { findShellcheck, runShellcheck } from './run-shellcheck.ts'

const program = findShellcheck()

describe.runIf(program !== null)('shellcheck', () => {
  const run = (text: string) => runShellcheck(program ?? '', text, 10_000)

  test('finds mistakes at their place, in our words', async () => {
    expect(await run('#!/bin/bash\ndir=$1\nrm -rf "$dir/"\n')).toMatchObject([
      { ruleId: 'shellcheck/SC2115', engine: 'shellcheck', severity: 'high', at: { line: 3, column: 8 } },
    ])
  })

  test('obeys no comment of the submission', async () => {
    const found = await run('#!/bin/bash\n# shellcheck disable=all\ndir=$1\n# shellcheck disable=SC2115\nrm -rf "$dir/"\n')
    expect(found.map(({ ruleId }) => ruleId)).toContain('shellcheck/SC2115')
  })

  test('says where a script does not parse', async () => {
    const found = await run('#!/bin/bash\nif [ 1 ]; then\necho\n')
    expect(found.map(({ ruleId }) => ruleId)).toContain('shellcheck/parse')
  })

  test('is killed when its time is over', async () => {
    await expect(runShellcheck(program ?? '', 'echo "$a"\n'.repeat(9_000), 1)).rejects.toThrow('did not come to its end')
  })
})
