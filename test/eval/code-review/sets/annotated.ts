import { languageOf, type ReviewCase } from '../review-case.ts'
import type { GitTree } from './git-tree.ts'
import { splitUnits } from './split-units.ts'

/** How the tests of a set of rules say what the rules should find: in a comment before the line. */
interface Notation {
  readonly bad: RegExp
  /** Null where everything else in the file is said to be right. */
  readonly good: RegExp | null
}

const semgrep: Notation = { bad: /(?:\/\/|#|\/\*)\s*ruleid\s*:\s*([\w.-]+)/, good: /(?:\/\/|#|\/\*)\s*ok\s*:\s*([\w.-]+)/ }
const bearer: Notation = { bad: /(?:\/\/|#)\s*bearer:expected\s+([\w-]+)/, good: null }

/** The tests of semgrep's own rules and of njsscan, which are written alike. */
export const semgrepCases = (tree: GitTree, folders: readonly string[]) => annotatedCases(tree, folders, semgrep)

/** The tests of Bearer's rules. */
export const bearerCases = (tree: GitTree, folders: readonly string[]) => annotatedCases(tree, folders, bearer)

async function annotatedCases(tree: GitTree, folders: readonly string[], notation: Notation): Promise<ReviewCase[]> {
  const files = folders.flatMap((folder) => tree.files(folder))
  const weaknesses = weaknessesOf(tree, files)
  const cases: ReviewCase[] = []
  for (const path of files) {
    const language = languageOf(path)
    if (!language || path.endsWith('/test.js')) continue
    const code = tree.read(path)
    for (const [cwe, { alerts, clean }] of labelsOf(code, path, notation, weaknesses))
      cases.push(...(await splitUnits({ path: `${path}#${cwe}`, code, language, cwe, alerts, ...(notation.good ? { clean } : {}) })))
  }
  return cases
}

interface Labels {
  readonly alerts: Set<number>
  readonly clean: Set<number>
}

/** The labelled lines of a file, by weakness. Where only what is bad is labelled, a file without labels is of the rule whose folder it is in. */
function labelsOf(code: string, path: string, notation: Notation, weaknesses: ReadonlyMap<string, string>): ReadonlyMap<string, Labels> {
  const labels = new Map<string, Labels>()
  const labelsFor = (rule: string) => {
    const cwe = weaknesses.get(rule.toLowerCase())
    if (cwe === undefined) return null
    const own = labels.get(cwe) ?? { alerts: new Set<number>(), clean: new Set<number>() }
    labels.set(cwe, own)
    return own
  }
  const lines = code.split('\n')
  for (const [index, line] of lines.entries()) {
    const [, bad] = notation.bad.exec(line) ?? []
    const [, good] = notation.good?.exec(line) ?? []
    // Several labels may stand above one line.
    let next = index + 1
    while (next < lines.length && /^\s*(?:(?:\/\/|#|\/\*)|$)/.test(lines[next] ?? '')) next++
    if (bad !== undefined) labelsFor(bad)?.alerts.add(next + 1)
    if (good !== undefined) labelsFor(good)?.clean.add(next + 1)
  }
  if (!notation.good && labels.size === 0)
    labelsFor(
      path
        .replace(/^tests\//, '')
        .split('/testdata/')[0]!
        .replaceAll('/', '_'),
    )
  return labels
}

/** The first CWE of each rule, from the files that describe the rules. */
function weaknessesOf(tree: GitTree, files: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const path of files.filter((file) => /\.ya?ml$/.test(file)))
    for (const part of tree.read(path).split(/^(?=\s*- id:)|^(?=metadata:)/m)) {
      const [, id] = /^\s*(?:- )?id:\s*["']?([\w.-]+)/m.exec(part) ?? []
      const [, cwe] = /\bcwe(?:_id)?:[^\d]*?(?:CWE-)?(\d+)/i.exec(part) ?? []
      if (id !== undefined && cwe !== undefined) found.set(id.toLowerCase(), `CWE-${Number(cwe)}`)
    }
  return found
}
