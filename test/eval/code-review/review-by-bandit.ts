import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { Reviewer } from './reviewer.ts'

const report = z.object({
  results: z.array(z.object({ filename: z.string(), test_id: z.string(), issue_cwe: z.object({ id: z.number().optional() }) })),
})

/** Bandit as it comes, if `BANDIT` or the path has it. */
const program = process.env['BANDIT'] ?? 'bandit'

export const reviewByBandit: Reviewer = {
  name: 'bandit',
  languages: ['python'],
  review: (texts) => (spawnSync(program, ['--version']).status === 0 ? Promise.resolve(run(texts.map(({ text }) => text))) : null),
}

function run(texts: readonly string[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'bandit-'))
  try {
    texts.forEach((text, index) => writeFileSync(join(folder, `${index}.py`), text))
    const output = execFileSync(program, ['--quiet', '--exit-zero', '--format', 'json', '--recursive', folder], {
      encoding: 'utf8',
      maxBuffer: 256 << 20,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const found = texts.map((): string[] => [])
    for (const { filename, test_id: test, issue_cwe: cwe } of report.parse(JSON.parse(output)).results)
      found[Number(basename(filename, '.py'))]?.push(
        ...(test === 'B307' || test === 'B102' ? ['CWE-94', 'CWE-78'] : [`CWE-${cwe.id ?? 0}`]),
      )
    return found
  } finally {
    rmSync(folder, { recursive: true })
  }
}
