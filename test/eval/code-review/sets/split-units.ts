import { parseCode, type Node } from '../../../../goods/code-review/code/parse-code.ts'
import type { ReviewCase } from '../review-case.ts'

const functionLike = /^(?:function_definition|class_definition|decorated_definition|function_declaration|class_declaration)$/
const callbackLike = /^(?:expression_statement|export_statement|lexical_declaration|variable_declaration)$/

/** What is written beside code to say what a tool should find there. */
const remark = /(?:#|\/\/)\s*(?:(?:NOT\s+)?(?:OK|GOOD|BAD)\b|(?:rule|todo)?(?:ruleid|ok)\s*:|bearer:).*$/i

export interface LabelledFile {
  readonly path: string
  readonly code: string
  readonly language: ReviewCase['language']
  readonly cwe: string
  /** Lines that a tool should report. */
  readonly alerts: ReadonlySet<number>
  /** Lines that are said to be right. If given, a part without any label is left out. */
  readonly clean?: ReadonlySet<number>
}

/** Every function, route or labelled statement at the top of a file as a case of its own, with the rest of the file around it. */
export async function splitUnits({ path, code, language, cwe, alerts, clean }: LabelledFile): Promise<ReviewCase[]> {
  const tree = await parseCode(language, code, { maxMs: 5000, now: Date.now })
  const top = tree.rootNode.namedChildren.filter((node) => node !== null)
  const has = (node: Node, lines: ReadonlySet<number> | undefined) => lines !== undefined && linesOf(node).some((line) => lines.has(line))
  const isUnit = (node: Node) =>
    node.type !== 'comment' &&
    (has(node, alerts) ||
      has(node, clean) ||
      functionLike.test(node.type) ||
      (callbackLike.test(node.type) && /=>|function/.test(node.text)))
  const units = top.filter((node) => isUnit(node))
  const lines = code.split('\n')
  const labelled = clean ? units.filter((unit) => has(unit, alerts) || has(unit, clean)) : units
  const cases = labelled.map((unit): ReviewCase => {
    const others = new Set(units.filter(({ id }) => id !== unit.id && !isSharedHelper(unit, units, id)).flatMap((other) => linesOf(other)))
    const kept = lines
      .map((line, index) => (others.has(index + 1) && !linesOf(unit).includes(index + 1) ? '' : line.replace(remark, '')))
      .join('\n')
    const id = `${path}:${unit.startPosition.row + 1}`
    return { id, language, cwe, ...(has(unit, alerts) ? { vulnerable: kept, fixed: null } : { vulnerable: null, fixed: kept }) }
  })
  tree.delete()
  return cases
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
