import type { Node } from 'web-tree-sitter'
import { readFunction, readScriptExpression, readScriptPattern } from './read-script-expression.ts'
import { unquoteScript } from './string-literals.ts'
import type { Program, Statement } from './syntax.ts'
import { childrenOf, maxNesting, placeOf, targetOf } from './tree-reading.ts'

/** The statements of a JavaScript or TypeScript file. */
export function readScript(root: Node): Program {
  return readStatements(childrenOf(root), 0)
}

function readStatements(nodes: readonly Node[], depth: number): Statement[] {
  return depth > maxNesting ? [] : nodes.flatMap((node) => readStatement(node, depth + 1))
}

function within(depth: number) {
  return { depth, readBlock: readScriptBlock }
}

/** The statements of a block, or the one that is there without a block. */
function readScriptBlock(node: Node | null, depth: number): Statement[] {
  if (!node) return []
  return node.type === 'statement_block' ? readStatements(childrenOf(node), depth) : readStatements([node], depth)
}

function readStatement(node: Node, depth: number): Statement[] {
  const expression = (name: string) => readScriptExpression(node.childForFieldName(name), within(depth))
  const block = (name: string) => readScriptBlock(node.childForFieldName(name), depth)
  const first = () => readScriptExpression(childrenOf(node)[0] ?? null, within(depth))
  switch (node.type) {
    case 'expression_statement':
      return [...readClassValue(firstOf(node), depth), { kind: 'expression', value: first() }]
    case 'lexical_declaration':
    case 'variable_declaration':
      return childrenOf(node).flatMap((child) => readDeclarator(child, depth))
    case 'return_statement':
      return [{ kind: 'return', value: node.namedChildCount > 0 ? first() : null }]
    case 'throw_statement':
      return [{ kind: 'leave', value: first() }]
    case 'break_statement':
    case 'continue_statement':
      return [{ kind: 'leave', value: null }]
    case 'if_statement': {
      const otherwise = firstOf(node.childForFieldName('alternative'))
      return [
        { kind: 'branch', test: expression('condition'), consequent: block('consequence'), otherwise: readScriptBlock(otherwise, depth) },
      ]
    }
    case 'for_in_statement':
      return [{ kind: 'loop', each: readEach(node, depth), test: null, body: block('body') }]
    case 'for_statement': {
      const before = readStatements(childrenOf(node).slice(0, 1), depth)
      return [...before, { kind: 'loop', each: null, test: expression('condition'), body: block('body') }]
    }
    case 'while_statement':
    case 'do_statement':
      return [{ kind: 'loop', each: null, test: expression('condition'), body: block('body') }]
    case 'switch_statement':
      return readSwitch(node, depth)
    case 'try_statement':
      return readTry(node, depth)
    case 'statement_block':
      return [{ kind: 'block', body: readScriptBlock(node, depth) }]
    case 'labeled_statement':
      return block('body')
    case 'function_declaration':
    case 'generator_function_declaration':
      return [{ kind: 'define', definition: readFunction(node, within(depth), null) }]
    case 'class_declaration':
    case 'abstract_class_declaration':
      return [readClass(node, depth)]
    case 'import_statement':
      return readImport(node)
    case 'export_statement':
      return readExport(node, depth)
    default:
      return []
  }
}

/** The first part that is not a comment. */
function firstOf(node: Node | null): Node | null {
  return node ? (childrenOf(node)[0] ?? null) : null
}

/** `module.exports = class Store { … }`: the class, which has a name or gets the one it is assigned to. */
function readClassValue(node: Node | null, depth: number): Statement[] {
  const value = node?.childForFieldName('right') ?? null
  return value?.type === 'class' ? [readClass(value, depth, node?.childForFieldName('left')?.text)] : []
}

function readDeclarator(node: Node, depth: number): Statement[] {
  const value = node.childForFieldName('value')
  if (node.type !== 'variable_declarator' || !value) return []
  if (value.type === 'class') return [readClass(value, depth, node.childForFieldName('name')?.text)]
  const target = readScriptPattern(node.childForFieldName('name'), within(depth))
  return [
    {
      kind: 'expression',
      value: { kind: 'assign', target, value: readScriptExpression(value, within(depth)), adds: false, at: placeOf(node) },
    },
  ]
}

/** `for (const x of y)`; the names that `in` gives are keys, and are treated like items. */
function readEach(node: Node, depth: number) {
  return {
    target: readScriptPattern(node.childForFieldName('left'), within(depth)),
    over: readScriptExpression(node.childForFieldName('right'), within(depth)),
  }
}

function readSwitch(node: Node, depth: number): Statement[] {
  const subject = readScriptExpression(node.childForFieldName('value'), within(depth))
  return childrenOf(node.childForFieldName('body') ?? node).map((child): Statement => {
    const value = child.childForFieldName('value')
    const body = childrenOf(child).filter((part) => part.id !== value?.id)
    const parts = value ? [subject, readScriptExpression(value, within(depth))] : [subject]
    const test = { kind: 'compare', operator: value ? '===' : 'default', parts, at: placeOf(child) } as const
    // The `break` at the end of a case leaves the switch, not what is around it.
    const consequent = readStatements(body.at(-1)?.type === 'break_statement' ? body.slice(0, -1) : body, depth)
    return { kind: 'branch', test, consequent, otherwise: [] }
  })
}

function readTry(node: Node, depth: number): Statement[] {
  const handler = node.childForFieldName('handler')
  const attempt: Statement = {
    kind: 'attempt',
    body: readScriptBlock(node.childForFieldName('body'), depth),
    handlers: handler ? [readScriptBlock(handler.childForFieldName('body'), depth)] : [],
  }
  return [attempt, ...readScriptBlock(node.childForFieldName('finalizer')?.childForFieldName('body') ?? null, depth)]
}

function readClass(node: Node, depth: number, assignedTo = ''): Statement {
  const name = node.childForFieldName('name')?.text ?? assignedTo
  const body = childrenOf(node.childForFieldName('body') ?? node).flatMap((child): Statement[] => {
    if (child.type === 'method_definition') return [{ kind: 'define', definition: readFunction(child, within(depth), name) }]
    if (!child.type.endsWith('field_definition')) return []
    const property = child.childForFieldName('property') ?? child.childForFieldName('name')
    const value = child.childForFieldName('value')
    if (!property || !value) return []
    const at = placeOf(child)
    const target = targetOf({ kind: 'member', object: { kind: 'name', name: 'this', at }, property: property.text, at })
    return [{ kind: 'expression', value: { kind: 'assign', target, value: readScriptExpression(value, within(depth)), adds: false, at } }]
  })
  const heritage = childrenOf(node).find((child) => child.type === 'class_heritage')
  const base = heritage ? (childrenOf(heritage)[0] ?? null) : null
  const bases = base ? [readScriptExpression(base.type === 'extends_clause' ? firstOf(base) : base, within(depth))] : []
  return { kind: 'class', name, bases, body }
}

function readImport(node: Node): Statement[] {
  const source = node.childForFieldName('source')
  if (!source) return []
  const module = unquoteScript(source.text).replace(/^node:/, '')
  const clause = childrenOf(node).find((child) => child.type === 'import_clause')
  return (clause ? childrenOf(clause) : []).flatMap((child): Statement[] => {
    if (child.type === 'identifier') return [{ kind: 'import', local: child.text, path: module }]
    if (child.type === 'namespace_import') return [{ kind: 'import', local: child.firstNamedChild?.text ?? '', path: module }]
    return childrenOf(child).map((specifier) => {
      const name = specifier.childForFieldName('name')?.text ?? ''
      return {
        kind: 'import',
        local: specifier.childForFieldName('alias')?.text ?? name,
        path: name === 'default' ? module : `${module}.${name}`,
      }
    })
  })
}

function readExport(node: Node, depth: number): Statement[] {
  const declaration = node.childForFieldName('declaration')
  const value = node.childForFieldName('value')
  if (declaration) return readStatements([declaration], depth)
  return value ? [{ kind: 'expression', value: readScriptExpression(value, within(depth)) }] : []
}
