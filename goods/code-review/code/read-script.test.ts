import { describe, expect, test } from 'vitest'
import { parseCode, type GrammarName } from './parse-code.ts'
import { readScript } from './read-script.ts'
import type { Expression, FunctionDefinition, Program, Statement } from './syntax.ts'

async function read(code: string, language: GrammarName = 'javascript'): Promise<Program> {
  const tree = await parseCode(language, code, { maxMs: 10_000, now: () => performance.now() })
  try {
    return readScript(tree.rootNode)
  } finally {
    tree.delete()
  }
}

/** The value of the only statement. */
async function readValue(code: string, language?: GrammarName): Promise<Expression> {
  const [statement] = await read(code, language)
  if (statement?.kind !== 'expression') throw new Error(`not an expression: ${statement?.kind}`)
  return statement.value
}

function definitionOf(statement: Statement | undefined): FunctionDefinition {
  if (statement?.kind === 'define') return statement.definition
  if (statement?.kind === 'expression' && statement.value.kind === 'function') return statement.value.definition
  if (statement?.kind === 'expression' && statement.value.kind === 'assign' && statement.value.value.kind === 'function')
    return statement.value.value.definition
  throw new Error('not a function')
}

describe('the reader of JavaScript and TypeScript', () => {
  test('names imported functions by their module, and leaves the prefix "node:" away', async () => {
    const program = await read(
      `import fs, { readFile as load } from 'node:fs/promises'\nimport * as cp from 'child_process'\nimport { default as x } from 'x'`,
    )
    expect(program).toEqual([
      { kind: 'import', local: 'fs', path: 'fs/promises' },
      { kind: 'import', local: 'load', path: 'fs/promises.readFile' },
      { kind: 'import', local: 'cp', path: 'child_process' },
      { kind: 'import', local: 'x', path: 'x' },
    ])
  })

  test('reads required modules and imports at run time as calls by name', async () => {
    const [required, imported] = await read(`const { exec } = require('child_process')\nawait import('fs')`)
    expect(required).toMatchObject({
      value: { kind: 'assign', target: { kind: 'parts', parts: [{ key: 'exec' }] }, value: { callee: { name: 'require' } } },
    })
    expect(imported).toMatchObject({ value: { kind: 'call', callee: { kind: 'name', name: 'import' } } })
  })

  test('sees through await, yield, types, assertions and optional chaining', async () => {
    const value = await readValue('(await (db as Pool)!.query?.(x)) satisfies Row[]', 'typescript')
    expect(value).toMatchObject({ kind: 'call', callee: { kind: 'member', object: { kind: 'name', name: 'db' }, property: 'query' } })
    expect(await readValue('a?.b?.[c]')).toMatchObject({ kind: 'index', object: { kind: 'member', property: 'b' }, index: { name: 'c' } })
  })

  test('reads destructuring with other names, defaults, lists and the rest', async () => {
    const [statement] = await read(`const { a, b: { c = 1 }, ...others } = x`)
    expect(statement).toMatchObject({
      value: {
        target: {
          parts: [
            { key: 'a', pattern: { target: { name: 'a' } } },
            { key: 'b', pattern: { parts: [{ key: 'c', fallback: { kind: 'constant', value: 1 } }] } },
            { key: null, pattern: { target: { name: 'others' } } },
          ],
        },
      },
    })
  })

  test('reads templates as joined parts, and tagged templates as calls with tagged arguments', async () => {
    expect(await readValue('`a${b /* why */}c`')).toMatchObject({ kind: 'join', parts: [{ value: 'a' }, { name: 'b' }, { value: 'c' }] })
    expect(await readValue('sql`select ${x}`')).toMatchObject({
      kind: 'call',
      callee: { name: 'sql' },
      args: [{ name: 'tagged' }, { name: 'tagged', value: { name: 'x' } }],
    })
  })

  test('reads a long chain of + as one list of parts, so that it is not deep', async () => {
    const value = await readValue(Array.from({ length: 1000 }, (_, index) => `part${index}`).join(' + '))
    expect(value.kind === 'join' && value.parts.length).toBe(1000)
  })

  test('reads the parameters, types and decorators of methods and arrows', async () => {
    const [statement] = await read(`class Shop { @Get() find(@Query('q') q: string, limit = 5, ...rest) { return q } }`, 'typescript')
    if (statement?.kind !== 'class') throw new Error('not a class')
    const find = definitionOf(statement.body[0])
    expect(find).toMatchObject({ name: 'find', owner: 'Shop' })
    expect(find.parameters.map(({ name, type, decorators }) => ({ name, type, decorators }))).toEqual([
      { name: 'q', type: 'string', decorators: ['Query'] },
      { name: 'limit', type: null, decorators: [] },
      { name: 'rest', type: null, decorators: [] },
    ])
    const arrow = definitionOf((await read('const f = async ({ id }, x) => id'))[0])
    expect(arrow).toMatchObject({
      parameters: [{ name: null, pattern: { kind: 'parts' } }, { name: 'x' }],
      body: [{ kind: 'return', value: { name: 'id' } }],
    })
  })

  test('reads classes that are assigned, their fields and what they extend', async () => {
    const [exported] = await read('module.exports = class Store extends Base { limit = 5\n load() {} }')
    expect(exported).toMatchObject({
      kind: 'class',
      name: 'Store',
      bases: [{ name: 'Base' }],
      body: [{ kind: 'expression' }, { kind: 'define', definition: { name: 'load' } }],
    })
    expect((await read('const Pool = class { open() {} }'))[0]).toMatchObject({ kind: 'class', name: 'Pool' })
  })

  test('reads the branch after else, whatever comment stands before it', async () => {
    const [branch] = await read('if (a) b()\nelse\n // why\n if (c) d(); else e()')
    expect(branch).toMatchObject({
      kind: 'branch',
      otherwise: [{ kind: 'branch', test: { name: 'c' }, otherwise: [{ value: { callee: { name: 'e' } } }] }],
    })
  })

  test('reads loops over items, switches and handlers of errors', async () => {
    const [loop, choice, , attempt] = await read(
      'for await (const [k, v] of list) use(v)\nswitch (x) { case 1: a(); break; default: b() }\ntry { a() } catch { b() } finally { c() }',
    )
    expect(loop).toMatchObject({ kind: 'loop', each: { target: { kind: 'parts' }, over: { name: 'list' } } })
    expect(choice).toMatchObject({ kind: 'branch', test: { operator: '===' }, consequent: [{ kind: 'expression' }] })
    expect(attempt).toMatchObject({ kind: 'attempt', body: [{}], handlers: [[{}]] })
  })

  test('reads elements of JSX as calls whose attributes are arguments by name', async () => {
    const value = await readValue('<div dangerouslySetInnerHTML={{ __html: html }} {...more}>{child}<br /></div>', 'tsx')
    expect(value).toMatchObject({
      kind: 'call',
      callee: { name: '<div>' },
      args: [
        { name: 'dangerouslySetInnerHTML', value: { items: [{ key: '__html', value: { name: 'html' } }] } },
        { spread: true },
        { value: { name: 'child' } },
        { value: { callee: { name: '<br>' } } },
      ],
    })
  })

  test('knows what numbers are worth in any notation', async () => {
    expect(await Promise.all(['0o777', '0777', '1_000', '-1', '0xff', '5n'].map((code) => readValue(code)))).toMatchObject(
      [511, 511, 1000, -1, 255, 5].map((value) => ({ kind: 'constant', value })),
    )
  })

  test('leaves enums and types out, and reads what stands after a mistake', async () => {
    expect(await read(`enum Color { Red = 'r' }\ninterface A { b: string }\ntype C = A`, 'typescript')).toEqual([])
    const program = await read('const = ;\nok()')
    expect(program).toContainEqual(expect.objectContaining({ kind: 'expression', value: expect.objectContaining({ kind: 'call' }) }))
  })

  test.each([
    ['parentheses', '('.repeat(3000) + 'x' + ')'.repeat(3000)],
    ['lists', '['.repeat(3000) + ']'.repeat(3000)],
    ['functions', '(() => {'.repeat(1500) + '})'.repeat(1500)],
    ['blocks', '{'.repeat(3000) + '}'.repeat(3000)],
    ['calls in a chain', `a${'.b()'.repeat(3000)}`],
    ['choices', `${'a ? b : '.repeat(2000)}c`],
  ])('ends on deep nesting of %s', async (_, code) => {
    expect(Array.isArray(await read(code))).toBe(true)
  })
})
