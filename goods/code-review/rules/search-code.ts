import type { Expression, Statement } from '../code/syntax.ts'

/** A statement or an expression. */
export type CodeNode = Expression | Statement

const maxNodes = 20_000

/** Calls `visit` with each statement and expression under a node, the functions in it included, up to a limit of 20,000. */
export function searchCode(root: unknown, visit: (node: CodeNode) => void): void {
  const waiting: unknown[] = [root]
  for (let seen = 0; waiting.length > 0 && seen < maxNodes; seen++) {
    const current = waiting.pop()
    if (typeof current !== 'object' || current === null) continue
    if (isNode(current)) visit(current)
    for (const [key, part] of Object.entries(current).toReversed())
      if (key !== 'at' && typeof part === 'object' && part !== null) waiting.push(part)
  }
}

function isNode(value: object): value is CodeNode {
  return 'kind' in value && value.kind !== 'target' && value.kind !== 'parts'
}
