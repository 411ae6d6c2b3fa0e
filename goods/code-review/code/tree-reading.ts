import type { Node } from 'web-tree-sitter'
import type { Expression, Pattern, Place } from './syntax.ts'

/** The lines and columns of a node. */
export function placeOf(node: Node): Place {
  const { startPosition: start, endPosition: end } = node
  return { line: start.row + 1, column: start.column + 1, endLine: end.row + 1, endColumn: end.column + 1 }
}

/** Named children that are not comments. */
export function childrenOf(node: Node): Node[] {
  return node.namedChildren.filter((child): child is Node => child !== null && child.type !== 'comment')
}

/** What the operator of a node is, as written. */
export function operatorOf(node: Node): string {
  return node.childForFieldName('operator')?.text ?? node.children.find((child) => child !== null && !child.isNamed)?.text ?? ''
}

export function nameOf(node: Node): Expression {
  return { kind: 'name', name: node.text, at: placeOf(node) }
}

export function targetOf(target: Expression): Pattern {
  return { kind: 'target', target }
}

/** How deep expressions and blocks may be nested; deeper ones are left out of the analysis. */
export const maxNesting = 200
