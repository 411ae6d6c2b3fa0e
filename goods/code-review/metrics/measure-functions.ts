import type { Node, Tree } from 'web-tree-sitter'
import {
  branchNodes,
  caseNodes,
  commentNodes,
  flatBranchNodes,
  functionNodes,
  logicNodes,
  logicOperators,
  switchNodes,
} from './node-kinds.ts'

export interface MeasuredFunction {
  /** Of its first line, from 1. */
  readonly line: number
  readonly endLine: number
  /** One and the number of its branches and logical operators. */
  cyclomatic: number
  /** Branches count more the deeper they are nested. */
  cognitive: number
  /** Branches inside of each other. */
  maxNesting: number
}

export interface MeasuredTree {
  readonly functions: readonly MeasuredFunction[]
  /** What is outside of functions, as if it were one. */
  readonly outside: MeasuredFunction
  /** Lines with nothing but a comment, from 1. */
  readonly commentLines: ReadonlySet<number>
  readonly isComplete: boolean
}

interface Level {
  readonly into: MeasuredFunction
  readonly nesting: number
  /** The operator of the logical expression around it. */
  readonly logic: string | null
}

/** How many nodes are looked at: a file of 100 KB has some 60,000. */
const maxNodes = 400_000

/** Goes through a tree without recursion, so that deep nesting does no harm. @param mayGoOn asked now and then */
export function measureFunctions(tree: Tree, mayGoOn: () => boolean): MeasuredTree {
  const outside = newFunction(tree.rootNode)
  const functions: MeasuredFunction[] = []
  const commentLines = new Set<number>()
  const cursor = tree.walk()
  const levels: Level[] = [{ into: outside, nesting: 0, logic: null }]
  let nodes = 0
  let isComplete = true
  try {
    for (;;) {
      nodes += 1
      if (nodes > maxNodes || (nodes % 1_000 === 0 && !mayGoOn())) {
        isComplete = false
        break
      }
      const level = levels.at(-1)!
      const inner = cursor.nodeIsNamed ? enter(cursor.nodeType, () => cursor.currentNode, level, functions, commentLines) : level
      if (cursor.gotoFirstChild()) {
        levels.push(inner)
        continue
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return { functions, outside, commentLines, isComplete }
        levels.pop()
      }
    }
  } finally {
    cursor.delete()
  }
  return { functions, outside, commentLines, isComplete }
}

/** Counts a node, and says what holds for what is inside of it. */
function enter(type: string, node: () => Node, level: Level, functions: MeasuredFunction[], commentLines: Set<number>): Level {
  const { into, nesting } = level
  if (commentNodes.has(type)) {
    noteComment(node(), commentLines)
    return level
  }
  if (functionNodes.has(type)) {
    const found = newFunction(node())
    functions.push(found)
    return { into: found, nesting: 0, logic: null }
  }
  if (branchNodes.has(type)) {
    into.cyclomatic += 1
    // `else if` is an if in an else: it is read like one more case.
    const isElseIf = type.startsWith('if') && node().parent?.type.startsWith('else') === true
    into.cognitive += isElseIf ? 1 : 1 + nesting
    into.maxNesting = Math.max(into.maxNesting, isElseIf ? nesting : nesting + 1)
    return { into, nesting: isElseIf ? nesting : nesting + 1, logic: null }
  }
  if (flatBranchNodes.has(type)) {
    into.cyclomatic += 1
    into.cognitive += 1
    return level
  }
  if (caseNodes.has(type)) {
    into.cyclomatic += 1
    return level
  }
  if (switchNodes.has(type)) {
    into.cognitive += 1 + nesting
    into.maxNesting = Math.max(into.maxNesting, nesting + 1)
    return { into, nesting: nesting + 1, logic: null }
  }
  return logicNodes.has(type) ? enterLogic(node(), level) : level
}

/** A row of equal operators is read as one. */
function enterLogic(node: Node, level: Level): Level {
  const operator = node.childForFieldName('operator')?.text ?? ''
  if (!logicOperators.has(operator)) return level
  level.into.cyclomatic += 1
  if (level.logic !== operator) level.into.cognitive += 1
  return { ...level, logic: operator }
}

function newFunction(node: Node): MeasuredFunction {
  return { line: node.startPosition.row + 1, endLine: node.endPosition.row + 1, cyclomatic: 1, cognitive: 0, maxNesting: 0 }
}

function noteComment(node: Node, commentLines: Set<number>): void {
  for (let line = node.startPosition.row; line <= node.endPosition.row; line += 1) commentLines.add(line + 1)
}
