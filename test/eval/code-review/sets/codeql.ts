import { parseCode, type Node } from '../../../../src/engines/analysers/code/parse-code.ts'
import { languageOf, type ReviewCase } from '../review-case.ts'
import type { GitTree } from './git-tree.ts'

const functionLike = /^(?:function_definition|class_definition|decorated_definition|function_declaration|class_declaration)$/
const callbackLike = /^(?:expression_statement|export_statement|lexical_declaration|variable_declaration)$/

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
    cases.push(...(await splitFile(tree.read(path), path, language, `CWE-${Number(cwe)}`, lines)))
  }
  return cases
}

function selectedPart(expected: string): string {
  const start = expected.indexOf('#select')
  return start < 0 ? expected : expected.slice(start)
}

async function splitFile(
  code: string,
  path: string,
  language: ReviewCase['language'],
  cwe: string,
  alerts: ReadonlySet<number>,
): Promise<ReviewCase[]> {
  const tree = await parseCode(language, code, { maxMs: 5000, now: Date.now })
  const top = tree.rootNode.namedChildren.filter((node) => node !== null)
  const hasAlert = (node: Node) => linesOf(node).some((line) => alerts.has(line))
  const isUnit = (node: Node) => node.type !== 'comment' && isCase(node)
  const isCase = (node: Node) =>
    hasAlert(node) || functionLike.test(node.type) || (callbackLike.test(node.type) && /=>|function/.test(node.text))
  const units = top.filter((node) => isUnit(node))
  const lines = code.split('\n')
  return units.map((unit): ReviewCase => {
    const others = new Set(units.filter(({ id }) => id !== unit.id && !isSharedHelper(unit, units, id)).flatMap((other) => linesOf(other)))
    const kept = lines
      .map((line, index) => (others.has(index + 1) ? '' : line.replace(/(?:#|\/\/)\s*(?:NOT\s+)?(?:OK|GOOD|BAD)\b.*$/i, '')))
      .join('\n')
    const id = `${path.replace(/^.*Security\//, '')}:${unit.startPosition.row + 1}`
    return { id, language, cwe, ...(hasAlert(unit) ? { vulnerable: kept, fixed: null } : { vulnerable: null, fixed: kept }) }
  })
}

/** A function that the case calls by its name stays. */
function isSharedHelper(unit: Node, units: readonly Node[], id: number): boolean {
  const name = units.find((other) => other.id === id)?.childForFieldName('name')?.text
  return name !== undefined && new RegExp(`\\b${name.replace(/\W/g, '\\$&')}\\(`).test(unit.text)
}

function linesOf(node: Node): number[] {
  const first = node.startPosition.row + 1
  return Array.from({ length: node.endPosition.row + 2 - first }, (_, index) => first + index)
}
