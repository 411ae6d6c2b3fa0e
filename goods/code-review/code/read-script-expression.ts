import type { Node } from 'web-tree-sitter'
import { readMarkup } from './read-markup.ts'
import { unquoteScript } from './string-literals.ts'
import type { Argument, CollectionItem, Expression, FunctionDefinition, Parameter, Pattern, PatternPart, Statement } from './syntax.ts'
import { childrenOf, maxNesting, nameOf, operatorOf, placeOf, targetOf } from './tree-reading.ts'

/** How deep an expression is nested, and how the bodies of functions in it are read. */
export interface Within {
  readonly depth: number
  readBlock(node: Node, depth: number): readonly Statement[]
}

function deeper(within: Within): Within {
  return { ...within, depth: within.depth + 1 }
}

const nowhere = { line: 1, column: 1, endLine: 1, endColumn: 1 }
const functions = /^(?:arrow_function|function_expression|function|generator_function|method_definition|function_declaration)$/

/** One expression of JavaScript or TypeScript. Null, and what is nested too deeply, is an unknown value. */
export function readScriptExpression(node: Node | null, within: Within): Expression {
  if (!node || within.depth > maxNesting) return { kind: 'unknown', parts: [], at: node ? placeOf(node) : nowhere }
  const at = placeOf(node)
  const read = (child: Node | null) => readScriptExpression(child, deeper(within))
  const field = (name: string) => read(node.childForFieldName(name))
  if (functions.test(node.type)) return { kind: 'function', definition: readFunction(node, within, null), at }
  switch (node.type) {
    case 'identifier':
    case 'this':
    case 'super':
    case 'import':
    case 'shorthand_property_identifier':
    case 'undefined':
      return nameOf(node)
    case 'member_expression':
      return { kind: 'member', object: field('object'), property: node.childForFieldName('property')?.text ?? '', at }
    case 'subscript_expression':
      return { kind: 'index', object: field('object'), index: field('index'), at }
    case 'call_expression':
      return { kind: 'call', callee: field('function'), args: readArguments(node.childForFieldName('arguments'), within), isNew: false, at }
    case 'new_expression':
      return {
        kind: 'call',
        callee: field('constructor'),
        args: readArguments(node.childForFieldName('arguments'), within),
        isNew: true,
        at,
      }
    case 'string':
      return { kind: 'text', value: unquoteScript(node.text), at }
    case 'regex':
      return { kind: 'text', value: node.text, at }
    case 'number':
      return { kind: 'constant', value: readNumber(node.text), at }
    case 'true':
    case 'false':
      return { kind: 'constant', value: node.type === 'true', at }
    case 'null':
      return { kind: 'constant', value: null, at }
    case 'template_string':
      return { kind: 'join', parts: templateParts(node, within), at }
    case 'binary_expression':
      return readBinary(node, within)
    case 'unary_expression':
      return operatorOf(node) === '!' ? { kind: 'compare', operator: 'not', parts: [field('argument')], at } : readUnary(node, within)
    case 'ternary_expression':
      return { kind: 'either', test: field('condition'), options: [field('consequence'), field('alternative')], at }
    case 'assignment_expression':
    case 'augmented_assignment_expression': {
      const adds = node.type === 'augmented_assignment_expression'
      return { kind: 'assign', target: readScriptPattern(node.childForFieldName('left'), deeper(within)), value: field('right'), adds, at }
    }
    case 'array':
      return { kind: 'collection', items: childrenOf(node).map((child) => readItem(child, within)), isRecord: false, at }
    case 'object':
      return { kind: 'collection', items: childrenOf(node).map((child) => readItem(child, within)), isRecord: true, at }
    case 'sequence_expression':
      return childrenOf(node).map(read).at(-1) ?? { kind: 'unknown', parts: [], at }
    case 'jsx_element':
    case 'jsx_self_closing_element':
      return readMarkup(node, read)
    case 'parenthesized_expression':
    case 'await_expression':
    case 'as_expression':
    case 'satisfies_expression':
    case 'non_null_expression':
    case 'type_assertion':
    case 'yield_expression':
      return read(childrenOf(node).find((child) => child.type !== 'type_arguments') ?? null)
    default:
      return { kind: 'unknown', parts: childrenOf(node).map(read), at }
  }
}

/** `1_000`, `0o17`, and `017`, which is octal too. */
function readNumber(text: string): number {
  return /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number(text.replaceAll('_', '').replace(/n$/, ''))
}

function readUnary(node: Node, within: Within): Expression {
  const value = readScriptExpression(node.childForFieldName('argument'), deeper(within))
  if (operatorOf(node) === '-' && value.kind === 'constant') return { ...value, value: -Number(value.value), at: placeOf(node) }
  // `+x`, `-x`, `typeof x`, `void x`, `delete x`: numbers, names of types, nothing.
  return { kind: 'compare', operator: operatorOf(node), parts: [value], at: placeOf(node) }
}

/** The operands of `a + b + c`, which the tree holds as `(a + b) + c`: a long chain is not deep. */
function operandsOf(node: Node, operator: string): Node[] {
  const operands: Node[] = []
  let current: Node | null = node
  while (current?.type === 'binary_expression' && operatorOf(current) === operator) {
    const right: Node | null = current.childForFieldName('right')
    if (right) operands.push(right)
    current = current.childForFieldName('left')
  }
  return [...(current ? [current] : []), ...operands.toReversed()]
}

const chaining = /^(?:\+|\|\||\?\?)$/

function readBinary(node: Node, within: Within): Expression {
  const operator = operatorOf(node)
  const operands = chaining.test(operator) ? operandsOf(node, operator) : [node.childForFieldName('left'), node.childForFieldName('right')]
  const parts = operands.map((operand) => readScriptExpression(operand, deeper(within)))
  const at = placeOf(node)
  if (operator === '+') return { kind: 'join', parts, at }
  if (operator === '||' || operator === '??') return { kind: 'either', test: null, options: parts, at }
  return { kind: 'compare', operator: operator === '&&' ? 'and' : operator, parts, at }
}

function templateParts(node: Node, within: Within): Expression[] {
  return childrenOf(node).flatMap((child): Expression[] => {
    if (child.type === 'string_fragment') return [{ kind: 'text', value: child.text, at: placeOf(child) }]
    return child.type === 'template_substitution' ? [readScriptExpression(childrenOf(child)[0] ?? null, deeper(within))] : []
  })
}

function readArguments(node: Node | null, within: Within): Argument[] {
  if (!node) return []
  // A tagged template: its parts are the arguments.
  if (node.type === 'template_string') return templateParts(node, within).map((value) => ({ name: 'tagged', value, spread: false }))
  return childrenOf(node).map((child) => {
    const spread = child.type === 'spread_element'
    return { name: null, value: readScriptExpression(spread ? child.firstNamedChild : child, deeper(within)), spread }
  })
}

function readItem(node: Node, within: Within): CollectionItem {
  const read = (child: Node | null) => readScriptExpression(child, deeper(within))
  if (node.type === 'spread_element') return { key: null, value: read(node.firstNamedChild) }
  if (node.type === 'shorthand_property_identifier') return { key: node.text, value: nameOf(node) }
  if (node.type === 'method_definition') return { key: node.childForFieldName('name')?.text ?? null, value: read(node) }
  if (node.type !== 'pair') return { key: null, value: read(node) }
  return { key: keyOf(node.childForFieldName('key')), value: read(node.childForFieldName('value')) }
}

function keyOf(node: Node | null): string | null {
  if (!node || node.type === 'computed_property_name') return null
  return node.type === 'string' ? unquoteScript(node.text) : node.text
}

/** What is assigned to: names, members, parts of objects and lists. */
export function readScriptPattern(node: Node | null, within: Within): Pattern {
  if (!node || within.depth > maxNesting || !/^(?:object_pattern|array_pattern)$/.test(node.type))
    return targetOf(readScriptExpression(node?.type === 'rest_pattern' ? node.firstNamedChild : node, deeper(within)))
  return { kind: 'parts', parts: childrenOf(node).map((child) => readPart(child, deeper(within))) }
}

function readPart(node: Node, within: Within): PatternPart {
  if (node.type === 'shorthand_property_identifier_pattern') return { key: node.text, pattern: targetOf(nameOf(node)), fallback: null }
  if (node.type === 'pair_pattern')
    return {
      key: keyOf(node.childForFieldName('key')),
      pattern: readScriptPattern(node.childForFieldName('value'), within),
      fallback: null,
    }
  if (node.type === 'object_assignment_pattern' || node.type === 'assignment_pattern') {
    const left = node.childForFieldName('left')
    const fallback = readScriptExpression(node.childForFieldName('right'), within)
    if (left?.type === 'shorthand_property_identifier_pattern') return { key: left.text, pattern: targetOf(nameOf(left)), fallback }
    return { key: null, pattern: readScriptPattern(left, within), fallback }
  }
  return { key: null, pattern: readScriptPattern(node, within), fallback: null }
}

function readParameter(node: Node, within: Within): Parameter {
  // TypeScript wraps each parameter, with its type.
  const inner = node.childForFieldName('pattern') ?? node
  const fallback = inner.type === 'assignment_pattern' ? inner.childForFieldName('right') : node.childForFieldName('value')
  const named = inner.type === 'assignment_pattern' ? inner.childForFieldName('left') : inner
  const name = named?.type === 'rest_pattern' ? named.firstNamedChild : named
  return {
    pattern: readScriptPattern(named, within),
    name: name?.type === 'identifier' ? name.text : null,
    fallback: fallback ? readScriptExpression(fallback, within) : null,
    type: node.childForFieldName('type')?.text.replace(/^:\s*/, '') ?? null,
    decorators: childrenOf(node).flatMap((child) => (child.type === 'decorator' ? [/^@([\w.]+)/.exec(child.text)?.[1] ?? ''] : [])),
  }
}

export function readFunction(node: Node, within: Within, owner: string | null): FunctionDefinition {
  const single = node.childForFieldName('parameter')
  const parameters = single
    ? [single]
    : childrenOf(node.childForFieldName('parameters') ?? node).filter((child) => child.type !== 'type_annotation')
  const body = node.childForFieldName('body')
  const at = placeOf(node)
  return {
    name: node.childForFieldName('name')?.text ?? null,
    parameters:
      node.childForFieldName('parameters') || single ? parameters.map((parameter) => readParameter(parameter, deeper(within))) : [],
    body:
      body?.type === 'statement_block'
        ? within.readBlock(body, within.depth + 1)
        : [{ kind: 'return', value: readScriptExpression(body, deeper(within)) }],
    decorators: childrenOf(node)
      .filter((child) => child.type === 'decorator')
      .map((child) => readScriptExpression(child.firstNamedChild, deeper(within))),
    owner,
    at,
  }
}
