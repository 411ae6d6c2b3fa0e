import { languageOf, type ReviewCase } from '../review-case.ts'
import type { GitTree } from './git-tree.ts'
import { splitUnits } from './split-units.ts'

/**
 * The cases of Semmle/ql (2021) under `<language>/ql/test/query-tests/Security`. Every function or route at the top of a file is a
 * case of its own, with the rest of the file around it. It is vulnerable if a line of it is in the selected part of an `.expected` file.
 */
export async function codeqlCases(tree: GitTree, folder: string): Promise<ReviewCase[]> {
  const files = tree.files(folder)
  const alerts = new Map<string, Set<number>>()
  for (const expected of files.filter((path) => path.endsWith('.expected'))) {
    const home = expected.slice(0, expected.lastIndexOf('/'))
    for (const [, file, line] of selectedPart(tree.read(expected)).matchAll(/^\| ([\w./-]+\.\w+):(\d+):/gm)) {
      const path = `${home}/${file}`
      alerts.set(path, (alerts.get(path) ?? new Set<number>()).add(Number(line)))
    }
  }
  const cases: ReviewCase[] = []
  for (const path of files) {
    const cwe = /CWE-(\d+)/.exec(path)?.[1]
    const language = languageOf(path)
    const lines = alerts.get(path)
    if (cwe === undefined || !language || !lines) continue
    const name = path.replace(/^.*Security\//, '')
    cases.push(...(await splitUnits({ path: name, code: tree.read(path), language, cwe: `CWE-${Number(cwe)}`, alerts: lines })))
  }
  return cases
}

function selectedPart(expected: string): string {
  const start = expected.indexOf('#select')
  return start < 0 ? expected : expected.slice(start)
}
