import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ReviewCase } from '../review-case.ts'
import { bearerCases, semgrepCases } from './annotated.ts'
import { benchmarkPython } from './benchmark-python.ts'
import { codeqlCases } from './codeql.ts'
import { commitPairs } from './commit-pairs.ts'
import { openGitTree, type GitTree } from './git-tree.ts'
import { securityEval } from './security-eval.ts'

const { values } = parseArgs({ options: { repository: { type: 'string' }, clone: { type: 'string' }, to: { type: 'string' } } })

/** How each repository becomes labelled cases, and whether a half of them may be used to tune rules. */
const makers: Readonly<
  Record<string, { readonly isTuned: boolean; make(tree: GitTree): readonly ReviewCase[] | Promise<readonly ReviewCase[]> }>
> = {
  sven: { isTuned: true, make: (tree) => commitPairs(tree, 'data_train_val') },
  SafeCoder: { isTuned: true, make: (tree) => commitPairs(tree, 'data_train_val') },
  'codeql-python': { isTuned: true, make: (tree) => codeqlCases(tree, 'python/ql/test/query-tests/Security') },
  'codeql-javascript': { isTuned: true, make: (tree) => codeqlCases(tree, 'javascript/ql/test/query-tests/Security') },
  BenchmarkPython: { isTuned: false, make: benchmarkPython },
  semgrep: { isTuned: true, make: (tree) => semgrepCases(tree, ['javascript', 'typescript', 'python']) },
  bearer: { isTuned: true, make: (tree) => bearerCases(tree, ['tests/javascript', 'tests/python', 'rules']) },
  njsscan: { isTuned: false, make: (tree) => semgrepCases(tree, ['tests/assets/node_source', 'njsscan/rules']) },
  SecurityEval: { isTuned: false, make: securityEval },
}

/** The same half for the same id, always. Cases of one labelled file, whose ids have a `#`, resemble each other: all of them are in one half. */
function isInTunedHalf(id: string): boolean {
  return (
    (createHash('sha256')
      .update(id.split('#')[0] ?? id)
      .digest()[0] ?? 0) < 128
  )
}

function write(folder: string, name: string, cases: readonly ReviewCase[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.jsonl`), cases.map((one) => `${JSON.stringify(one)}\n`).join(''))
  console.log(`${name}: ${cases.length} cases`)
}

const maker = makers[values.repository ?? '']
if (!maker || values.clone === undefined || values.to === undefined) {
  console.error(`Usage: node make-sets.ts --repository ${Object.keys(makers).join('|')} --clone DIRECTORY --to FOLDER`)
  process.exitCode = 1
} else {
  const cases = await maker.make(openGitTree(values.clone))
  for (const language of ['python', 'script']) {
    const own = cases.filter((one) => (one.language === 'python') === (language === 'python'))
    if (own.length === 0) continue
    const name = `${values.repository}-${language}`
    if (!maker.isTuned) write(values.to, name, own)
    else
      for (const tuned of [true, false])
        write(
          values.to,
          `${name}-${tuned ? 'tuned' : 'held'}`,
          own.filter(({ id }) => isInTunedHalf(id) === tuned),
        )
  }
}
