import type { Node } from 'web-tree-sitter'
import { unquotePython } from './string-literals.ts'
import type { Argument, CollectionItem, Expression, Parameter, Pattern, PatternPart } from './syntax.ts'
import { childrenOf, maxNesting, nameOf, operatorOf, placeOf, targetOf } from './tree-reading.ts'

/** One expression of Python. Null, and what is nested too deeply, is an unknown value. */
export function readPythonExpression(node: Node | null, depth: number): Expression {
  if (!node || depth > maxNesting) return { kind: 'unknown', parts: [], at: node ? placeOf(node) : nowhere }
  const at = placeOf(node)
  const read = (child: Node | null) => readPythonExpression(child, depth + 1)
  const field = (name: string) => read(node.childForFieldName(name))
  switch (node.type) {
    case 'identifier':
      return nameOf(node)
    case 'attribute':
      return { kind: 'member', object: field('object'), property: node.childForFieldName('attribute')?.text ?? '', at }
    case 'subscript':
      return readSubscript(node, depth)
    case 'call':
      return { kind: 'call', callee: field('function'), args: readArguments(node.childForFieldName('arguments'), depth), isNew: false, at }
    case 'string':
      return readString(node, depth)
    case 'concatenated_string':
      return { kind: 'join', parts: childrenOf(node).map(read), at }
    case 'integer':
    case 'float':
      return { kind: 'constant', value: Number(node.text.replaceAll('_', '')), at }
    case 'true':
    case 'false':
      return { kind: 'constant', value: node.type === 'true', at }
    case 'none':
    case 'ellipsis':
      return { kind: 'constant', value: null, at }
    case 'binary_operator':
      return { kind: 'join', parts: [field('left'), field('right')], operator: operatorOf(node), at }
    case 'boolean_operator':
      return { kind: 'compare', operator: operatorOf(node), parts: [field('left'), field('right')], at }
    case 'not_operator':
      return { kind: 'compare', operator: 'not', parts: [field('argument')], at }
    case 'comparison_operator':
      return { kind: 'compare', operator: comparisonOf(node), parts: childrenOf(node).map(read), at }
    case 'conditional_expression': {
      const [then, test, otherwise] = childrenOf(node).map(read)
      return { kind: 'either', test: test ?? null, options: [then, otherwise].filter((option) => option !== undefined), at }
    }
    case 'list':
    case 'tuple':
    case 'set':
    case 'expression_list':
      return {
        kind: 'collection',
        items: childrenOf(node).map((child) => ({ key: null, value: read(child.type === 'list_splat' ? child.firstNamedChild : child) })),
        isRecord: false,
        at,
      }
    case 'dictionary':
      return { kind: 'collection', items: childrenOf(node).map((child) => readPair(child, depth)), isRecord: true, at }
    case 'list_comprehension':
    case 'set_comprehension':
    case 'generator_expression':
    case 'dictionary_comprehension':
      return readComprehension(node, depth)
    case 'lambda':
      return readLambda(node, depth)
    case 'assignment':
    case 'augmented_assignment':
      return {
        kind: 'assign',
        target: readPythonPattern(node.childForFieldName('left'), depth + 1),
        value: field('right'),
        adds: node.type === 'augmented_assignment',
        at,
      }
    case 'named_expression':
      return {
        kind: 'assign',
        target: readPythonPattern(node.childForFieldName('name'), depth + 1),
        value: field('value'),
        adds: false,
        at,
      }
    case 'parenthesized_expression':
    case 'await':
    case 'unary_operator':
    case 'type':
      return read(childrenOf(node)[0] ?? null)
    default:
      return { kind: 'unknown', parts: childrenOf(node).map(read), at }
  }
}

const nowhere = { line: 1, column: 1, endLine: 1, endColumn: 1 }

function comparisonOf(node: Node): string {
  return node.children
    .filter((child) => child !== null && !child.isNamed)
    .map((child) => child?.text)
    .join(' ')
}

function readSubscript(node: Node, depth: number): Expression {
  const [index = null] = node.childrenForFieldName('subscript')
  const object = readPythonExpression(node.childForFieldName('value'), depth + 1)
  if (index?.type === 'slice') return object
  return { kind: 'index', object, index: readPythonExpression(index, depth + 1), at: placeOf(node) }
}

/** The text of a literal; of an f-string, its parts. */
function readString(node: Node, depth: number): Expression {
  const at = placeOf(node)
  if (!node.namedChildren.some((child) => child?.type === 'interpolation')) return { kind: 'text', value: unquotePython(node.text), at }
  const parts = childrenOf(node).flatMap((child): Expression[] => {
    if (child.type === 'string_content') return [{ kind: 'text', value: child.text, at: placeOf(child) }]
    return child.type === 'interpolation' ? [readPythonExpression(child.childForFieldName('expression'), depth + 1)] : []
  })
  return { kind: 'join', parts, at }
}

function readArguments(node: Node | null, depth: number): Argument[] {
  if (!node) return []
  const read = (child: Node | null) => readPythonExpression(child, depth + 1)
  // `f(x for x in y)` has the generator in place of the list of arguments.
  if (node.type === 'generator_expression') return [{ name: null, value: read(node), spread: false }]
  return childrenOf(node).map((child) => {
    if (child.type === 'keyword_argument')
      return { name: child.childForFieldName('name')?.text ?? null, value: read(child.childForFieldName('value')), spread: false }
    const spread = child.type === 'list_splat' || child.type === 'dictionary_splat'
    return { name: null, value: read(spread ? child.firstNamedChild : child), spread }
  })
}

function readPair(node: Node, depth: number): CollectionItem {
  const read = (child: Node | null) => readPythonExpression(child, depth + 1)
  if (node.type !== 'pair') return { key: null, value: read(node.firstNamedChild) }
  const key = node.childForFieldName('key')
  return { key: key?.type === 'string' ? unquotePython(key.text) : null, value: read(node.childForFieldName('value')) }
}

/** A comprehension as a call: its clauses are assignments, its value is what it collects. */
function readComprehension(node: Node, depth: number): Expression {
  const parts = childrenOf(node)
  const clauses = parts
    .filter((child) => child.type === 'for_in_clause')
    .map((child): Expression => {
      const over = readPythonExpression(child.childForFieldName('right'), depth + 1)
      const item: Expression = {
        kind: 'index',
        object: over,
        index: { kind: 'constant', value: null, at: placeOf(child) },
        at: placeOf(child),
      }
      const target = readPythonPattern(child.childForFieldName('left'), depth + 1)
      return { kind: 'assign', target, value: item, adds: false, at: placeOf(child) }
    })
  const body = node.childForFieldName('body')
  const values = body?.type === 'pair' ? childrenOf(body) : [body]
  const items = values.map((value) => ({ key: null, value: readPythonExpression(value ?? null, depth + 1) }))
  const tests = parts.filter((child) => child.type === 'if_clause').map((child) => readPythonExpression(child.firstNamedChild, depth + 1))
  const at = placeOf(node)
  return { kind: 'steps', parts: clauses, tests, value: { kind: 'collection', items, isRecord: false, at }, at }
}

function readLambda(node: Node, depth: number): Expression {
  const value = readPythonExpression(node.childForFieldName('body'), depth + 1)
  const parameters = readPythonParameters(node.childForFieldName('parameters'), depth)
  const at = placeOf(node)
  return {
    kind: 'function',
    definition: { name: null, parameters, body: [{ kind: 'return', value }], decorators: [], owner: null, at },
    at,
  }
}

/** What is assigned to: names, attributes, items, tuples. */
export function readPythonPattern(node: Node | null, depth: number): Pattern {
  if (node && depth <= maxNesting && /^(?:pattern_list|tuple_pattern|list_pattern|tuple|list)$/.test(node.type))
    return {
      kind: 'parts',
      parts: childrenOf(node).map((child): PatternPart => ({ key: null, pattern: readPythonPattern(child, depth + 1), fallback: null })),
    }
  const inner = node?.type === 'list_splat_pattern' || node?.type === 'as_pattern_target' ? node.firstNamedChild : node
  return targetOf(readPythonExpression(inner, depth + 1))
}

export function readPythonParameters(node: Node | null, depth: number): Parameter[] {
  if (!node) return []
  return childrenOf(node).flatMap((child): Parameter[] => {
    const named =
      child.type === 'identifier'
        ? child
        : (child.childForFieldName('name') ?? (/splat|typed_parameter/.test(child.type) ? child.firstNamedChild : null))
    const name = named?.type === 'identifier' ? named : (named?.firstNamedChild ?? null)
    if (!name) return []
    const fallback = child.childForFieldName('value')
    return [
      {
        pattern: targetOf(nameOf(name)),
        name: name.text,
        fallback: fallback ? readPythonExpression(fallback, depth + 1) : null,
        type: child.childForFieldName('type')?.text ?? null,
      },
    ]
  })
}
