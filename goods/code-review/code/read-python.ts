import type { Node } from 'web-tree-sitter'
import { readPythonExpression, readPythonParameters, readPythonPattern } from './read-python-expression.ts'
import type { Expression, FunctionDefinition, Place, Program, Statement } from './syntax.ts'
import { childrenOf, maxNesting, nameOf, placeOf, targetOf } from './tree-reading.ts'

/** The statements of a Python module. */
export function readPython(root: Node): Program {
  return readBlock(root, 0, null)
}

function readBlock(node: Node | null, depth: number, owner: string | null): Statement[] {
  if (!node || depth > maxNesting) return []
  return childrenOf(node).flatMap((child) => readStatement(child, depth + 1, owner))
}

function readStatement(node: Node, depth: number, owner: string | null): Statement[] {
  const expression = (child: Node | null) => readPythonExpression(child, depth)
  switch (node.type) {
    case 'expression_statement':
      return childrenOf(node).map((child) => ({ kind: 'expression', value: expression(child) }))
    case 'return_statement':
      return [{ kind: 'return', value: node.namedChildCount > 0 ? expression(childrenOf(node)[0] ?? null) : null }]
    case 'raise_statement':
      return [{ kind: 'leave', value: node.namedChildCount > 0 ? expression(childrenOf(node)[0] ?? null) : null }]
    case 'break_statement':
    case 'continue_statement':
      return [{ kind: 'leave', value: null }]
    case 'assert_statement': {
      const [test = null] = childrenOf(node)
      const leave: Statement = { kind: 'leave', value: null }
      return [{ kind: 'branch', test: expression(test), consequent: [], otherwise: [leave] }]
    }
    case 'if_statement':
      return [readIf(node, depth, owner)]
    case 'for_statement': {
      const each = { target: readPythonPattern(node.childForFieldName('left'), depth), over: expression(node.childForFieldName('right')) }
      return [{ kind: 'loop', each, test: null, body: readBlock(node.childForFieldName('body'), depth, owner) }]
    }
    case 'while_statement':
      return [
        {
          kind: 'loop',
          each: null,
          test: expression(node.childForFieldName('condition')),
          body: readBlock(node.childForFieldName('body'), depth, owner),
        },
      ]
    case 'with_statement':
      return readWith(node, depth, owner)
    case 'try_statement':
      return [readTry(node, depth, owner)]
    case 'match_statement':
      return readMatch(node, depth, owner)
    case 'decorated_definition':
    case 'function_definition':
    case 'class_definition':
      return readDefinition(node, depth, owner)
    case 'import_statement':
    case 'import_from_statement':
      return readImport(node)
    default:
      return []
  }
}

function readIf(node: Node, depth: number, owner: string | null): Statement {
  const alternatives = node.childrenForFieldName('alternative').filter((child) => child !== null)
  const otherwise = alternatives.reduceRight<Statement[]>((rest, child) => {
    if (child.type === 'else_clause') return readBlock(child.childForFieldName('body'), depth, owner)
    return [branch(child, rest)]
  }, [])
  function branch(from: Node, rest: readonly Statement[]): Statement {
    const test = readPythonExpression(from.childForFieldName('condition'), depth)
    return { kind: 'branch', test, consequent: readBlock(from.childForFieldName('consequence'), depth, owner), otherwise: rest }
  }
  return branch(node, otherwise)
}

function readWith(node: Node, depth: number, owner: string | null): Statement[] {
  const opened = node.descendantsOfType('with_item').flatMap((item): Statement[] => {
    const value = item?.childForFieldName('value') ?? null
    if (value?.type !== 'as_pattern') return [{ kind: 'expression', value: readPythonExpression(value, depth) }]
    const target = readPythonPattern(value.childForFieldName('alias')?.firstNamedChild ?? null, depth)
    const opened = readPythonExpression(value.firstNamedChild, depth)
    return [{ kind: 'expression', value: { kind: 'assign', target, value: opened, adds: false, at: placeOf(value) } }]
  })
  const body = node.childForFieldName('body')
  // Items of inner statements belong to those.
  const own = opened.slice(0, node.namedChildren.find((child) => child?.type === 'with_clause')?.namedChildCount ?? 0)
  return [...own, { kind: 'block', body: readBlock(body, depth, owner) }]
}

function readTry(node: Node, depth: number, owner: string | null): Statement {
  const swallowed: Place[] = []
  const handlers = childrenOf(node)
    .filter((child) => child.type === 'except_clause' || child.type === 'except_group_clause')
    .map((child) => {
      const block = childrenOf(child).find((part) => part.type === 'block') ?? null
      const body = readBlock(block, depth, owner)
      const [caught] = childrenOf(child)
      const name = caught?.type === 'as_pattern' ? (caught.childForFieldName('alias')?.firstNamedChild ?? null) : null
      const kind =
        caught?.type === 'as_pattern' ? (caught.firstNamedChild?.text ?? '') : caught?.type === 'block' ? '' : (caught?.text ?? '')
      const isBroad =
        /^(?:|(?:Base)?Exception|.*\b(?:sqlite3|psycopg2?|pymysql|MySQLdb|sqlalchemy\S*|exc)\.\w*(?:Error|Exception)|SQLAlchemyError|OSError|IOError)$/.test(
          kind,
        )
      if (
        /^(?:|(?:Base)?Exception)$/.test(kind) &&
        childrenOf(block ?? child).every(({ type }) => type === 'pass_statement' || type === 'continue_statement')
      )
        swallowed.push(placeOf(child))
      if (!name) return body
      const error: Expression = isBroad
        ? { kind: 'name', name: '%error', at: placeOf(child) }
        : { kind: 'unknown', parts: [], at: placeOf(child) }
      const bound: Statement = {
        kind: 'expression',
        value: { kind: 'assign', target: targetOf(nameOf(name)), value: error, adds: false, at: placeOf(child) },
      }
      return [bound, ...body]
    })
  const after = childrenOf(node).filter((child) => child.type === 'else_clause' || child.type === 'finally_clause')
  const rest = after.flatMap((child) => readBlock(child.childForFieldName('body') ?? child.firstNamedChild, depth, owner))
  const attempt: Statement = { kind: 'attempt', body: readBlock(node.childForFieldName('body'), depth, owner), handlers, swallowed }
  return rest.length > 0 ? { kind: 'block', body: [attempt, ...rest] } : attempt
}

function readMatch(node: Node, depth: number, owner: string | null): Statement[] {
  const subject = readPythonExpression(node.childForFieldName('subject'), depth)
  const block = node.childForFieldName('body') ?? node
  return childrenOf(block)
    .filter((child) => child.type === 'case_clause')
    .reduceRight<Statement[]>((otherwise, child) => {
      const patterns = childrenOf(child).filter(({ type }) => type === 'case_pattern')
      const literal = patterns.length === 1 ? (patterns[0]?.firstNamedChild ?? null) : null
      const consequent = readBlock(child.childForFieldName('consequence'), depth, owner)
      if (patterns[0]?.text === '_') return consequent
      const value = literal && /^(?:string|integer)$/.test(literal.type) ? [readPythonExpression(literal, depth)] : []
      return [
        {
          kind: 'branch',
          test: { kind: 'compare', operator: '==', parts: [subject, ...value], at: placeOf(child) },
          consequent,
          otherwise,
        },
      ]
    }, [])
}

function readDefinition(node: Node, depth: number, owner: string | null): Statement[] {
  const definition = node.type === 'decorated_definition' ? node.childForFieldName('definition') : node
  if (!definition) return []
  const name = definition.childForFieldName('name')?.text ?? ''
  const body = definition.childForFieldName('body')
  if (definition.type === 'class_definition') {
    const bases = childrenOf(definition.childForFieldName('superclasses') ?? definition).filter((child) =>
      /^(?:identifier|attribute)$/.test(child.type),
    )
    const named = definition.childForFieldName('superclasses') ? bases.map((base) => readPythonExpression(base, depth)) : []
    return [{ kind: 'class', name, bases: named, body: readBlock(body, depth, name) }]
  }
  const decorators = childrenOf(node).filter((child) => child.type === 'decorator')
  const read: FunctionDefinition = {
    name,
    parameters: readPythonParameters(definition.childForFieldName('parameters'), depth),
    body: readBlock(body, depth, null),
    decorators: decorators.map((decorator) => readPythonExpression(decorator.firstNamedChild, depth)),
    owner,
    at: placeOf(definition),
  }
  return [{ kind: 'define', definition: read }]
}

/** `import a.b` binds `a`; `from a import b as c` binds `c`. */
function readImport(node: Node): Statement[] {
  const from = node.childForFieldName('module_name')
  return node.childrenForFieldName('name').flatMap((child): Statement[] => {
    if (!child) return []
    const path = (child.type === 'aliased_import' ? child.childForFieldName('name')?.text : child.text) ?? ''
    const alias = child.type === 'aliased_import' ? (child.childForFieldName('alias')?.text ?? null) : null
    if (from) return [{ kind: 'import', local: alias ?? path, path: `${from.text.replace(/^\.+/, '')}.${path}`.replace(/^\./, '') }]
    const [first = path] = path.split('.')
    return [{ kind: 'import', local: alias ?? first, path: alias ? path : first }]
  })
}
