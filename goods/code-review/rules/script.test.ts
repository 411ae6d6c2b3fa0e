import { describe, expect, test } from 'vitest'
import { parseCode, type GrammarName } from '../code/parse-code.ts'
import { readScript } from '../code/read-script.ts'
import { findTaint } from '../taint/find-findings.ts'
import { findFlows } from '../taint/find-flows.ts'
import { scriptRules } from './script.ts'
import { everythingBut } from './script-sources.ts'

async function review(code: string, language: GrammarName = 'javascript', maxMs = 20_000) {
  return findTaint(language, code, { maxMs, now: () => performance.now() })
}

async function weaknessesIn(code: string, language?: GrammarName): Promise<string[]> {
  const { flows } = await review(code, language)
  return [...new Set(flows.map(({ rule }) => rule.weakness))].toSorted()
}

const exec = `const { exec } = require('child_process')\n`

describe('data of callers is followed in JavaScript', () => {
  test.each([
    ['Express', `app.get('/', (req, res) => { exec('ls ' + req.query.dir) })`],
    ['Express, whatever the parameters are called', `router.post('/', (q, s) => { exec('ls ' + q.body.dir) })`],
    ['Express with a handler that is named', `app.get('/', list)\nfunction list(request, response) { exec('ls ' + request.params.dir) }`],
    ['Express with middleware before', `app.get('/', auth, async ({ query }, res) => { exec('ls ' + query.dir) })`],
    ['Koa', `app.use(async (ctx) => { exec('ls ' + ctx.request.body.dir) })`],
    ['Fastify', `fastify.get('/', async (request, reply) => { exec('ls ' + request.query.dir) })`],
    ['Hono', `app.get('/', async (c) => { const { dir } = await c.req.json(); exec('ls ' + dir) })`],
    ['plain Node', `require('http').createServer((a, b) => { exec('ls ' + new URL(a.url, 'http://x').searchParams.get('dir')) })`],
    ['Next pages', `export default function handler(req, res) { exec('ls ' + req.query.dir) }`],
    ['Next routes', `export async function POST(request) { const { dir } = await request.json(); exec('ls ' + dir) }`],
    ['Lambda', `exports.handler = async (event) => { exec('ls ' + event.queryStringParameters.dir) }`],
    ['the command line', `exec('ls ' + process.argv[2])`],
    ['a WebSocket', `ws.on('message', (text) => { exec('ls ' + text) })`],
    ['uploads', `new Busboy({}).on('file', (field, file, name) => exec('touch ' + name))`],
  ])('from %s', async (_, code) => {
    expect(await weaknessesIn(exec + code)).toContain('CWE-78')
  })

  test.each([
    ['promises', `Promise.resolve(req.query.dir).then((dir) => dir.trim()).then((dir) => exec('ls ' + dir))`],
    ['callbacks over items', `req.body.dirs.map((dir) => 'ls ' + dir).forEach((command) => exec(command))`],
    ['records and spreads', `const options = { ...req.body, quiet: true }; const { dir } = options; exec(\`ls \${dir}\`)`],
    ['lists', `const parts = ['ls']; parts.push(req.query.dir); exec(parts.join(' '))`],
    ['functions of the file', `const list = (dir) => exec('ls ' + dir); list(req.query.dir)`],
    [
      'classes',
      `class Lister { constructor(dir) { this.dir = dir }\n list() { exec('ls ' + this.dir) } }\nnew Lister(req.query.dir).list()`,
    ],
    ['promisified functions', `const run = require('util').promisify(exec); await run('ls ' + req.query.dir)`],
    ['loops', `for (const dir of req.body.dirs) exec('ls ' + dir)`],
  ])('through %s', async (_, code) => {
    expect(await weaknessesIn(`${exec}app.get('/', async (req, res) => { ${code} })`)).toContain('CWE-78')
  })

  test.each([
    ['Nest', `@Controller() class C { @Get() list(@Query('dir') dir: string) { return exec('ls ' + dir) } }`, 'typescript'],
    ['React', `export const A = ({ html }) => <p dangerouslySetInnerHTML={{ __html: html }} />`, 'tsx'],
  ] as const)('in TypeScript: %s', async (_, code, language) => {
    expect(await weaknessesIn(exec + code, language)).toHaveLength(1)
  })

  test.each([
    ['a list of what is allowed', `if (!['a', 'b'].includes(req.query.dir)) return; exec('ls ' + req.query.dir)`],
    ['the same by indexOf', `if (dirs.indexOf(dir) === -1) return; exec('ls ' + dir)`],
    ['a pattern for the whole text', `if (/^[a-z]+$/.test(dir)) exec('ls ' + dir)`],
    ['comparison with each of some texts', `if (dir === 'a' || dir === 'b') exec('ls ' + dir)`],
    ['a table', `const command = { a: 'ls a' }[dir]; exec(command)`],
    ['conversion to a number', `exec('ls ' + Number(dir))`],
    ['a switch', `switch (dir) { case 'a': exec('ls ' + dir) }`],
  ])('and is harmless after %s', async (_, code) => {
    expect(
      await weaknessesIn(`${exec}const dirs = ['a']\napp.get('/', (req, res) => { const { dir } = req.query; ${code} })`),
    ).not.toContain('CWE-78')
  })

  test.each([
    ['a pattern that is not anchored', `if (/[a-z]+/.test(dir)) exec('ls ' + dir)`],
    ['the wrong branch of a test', `if (['a'].includes(dir)) return; exec('ls ' + dir)`],
    ['a list that the caller sends', `if (req.body.list.includes(dir)) exec('ls ' + dir)`],
    ['one test of two', `if (dir === 'a' || isOpen()) exec('ls ' + dir)`],
  ])('and stays dangerous after %s', async (_, code) => {
    expect(await weaknessesIn(`${exec}app.get('/', (req, res) => { const { dir } = req.query; ${code} })`)).toContain('CWE-78')
  })
})

describe('the rules of JavaScript', () => {
  test('do not take JSON and plain text for pages', async () => {
    const handler = (code: string) => `app.get('/', (req, res) => { ${code} })`
    expect(await weaknessesIn(handler(`res.send('<b>' + req.query.x)`))).toContain('CWE-79')
    expect(await weaknessesIn(handler(`res.type('text/plain').send('<b>' + req.query.x)`))).not.toContain('CWE-79')
    expect(await weaknessesIn(handler(`res.setHeader('Content-Type', 'application/json'); res.end(req.query.x)`))).not.toContain('CWE-79')
    expect(await weaknessesIn(handler(`res.send({ x: req.query.x })`))).not.toContain('CWE-79')
  })

  test('know prepared statements from text that is put together', async () => {
    expect(await weaknessesIn(`(req) => db.query('SELECT * FROM t WHERE a = $1', [req.query.a])`)).toEqual([])
    expect(await weaknessesIn('(req) => db.query(`SELECT * FROM t WHERE a = ${req.query.a}`)')).toEqual(['CWE-89'])
    expect(await weaknessesIn('(req) => db.query(sql`SELECT * FROM t WHERE a = ${req.query.a}`)')).toEqual([])
  })

  test('let a path go where the beginning was compared after it was resolved, and not before', async () => {
    const handler = (target: string, test: string) =>
      `const fs = require('fs'), path = require('path')\napp.get('/', (req, res) => { const file = ${target}; if (${test}) fs.readFile(file, send) })`
    expect(await weaknessesIn(handler(`path.resolve('/srv', req.query.f)`, `file.startsWith('/srv/')`))).not.toContain('CWE-22')
    expect(await weaknessesIn(handler(`'/srv/' + req.query.f`, `file.startsWith('/srv/')`))).toContain('CWE-22')
  })

  test('report uncertain sources only where they are told to, and say so', async () => {
    const { flows } = await review(`${exec}module.exports = (name) => exec('touch ' + name)`)
    expect(flows.map(({ rule, source }) => [rule.weakness, source?.certain])).toEqual([['CWE-78', false]])
    const reading = (path: string) => weaknessesIn(`const fs = require('fs')\nmodule.exports = (name) => fs.readFileSync(${path})`)
    // A path that is handed over whole is what the function is for.
    expect(await reading('name')).toEqual([])
    expect(await reading(`'./data/' + name`)).toEqual(['CWE-22'])
  })

  test('name the place where data came in and the place where it does harm', async () => {
    const { flows } = await review(`app.get('/', (req, res) => {\n  const name = req.query.name\n  eval(name)\n})`)
    expect(flows.map(({ at, source }) => [at.line, source?.at.line, source?.name])).toEqual([[3, 2, 'req.query.name']])
  })

  test('have an id each, words for every reader, and a weakness that clean data is known for', () => {
    const { sinks, misuses, assignments, badSettings, structures = [] } = scriptRules
    const all = [...sinks, ...misuses, ...assignments, ...badSettings, ...structures]
    const ids = [...sinks, ...misuses].map(({ id }) => id)
    // Two rules look for the same mistake in two ways: by the values and by the names.
    expect(ids.filter((id, index) => ids.indexOf(id) !== index).toSorted()).toEqual(['script-temporary-file'])
    for (const rule of all)
      expect([rule.id, rule.title.length > 10, rule.why.length > 20, rule.fix.length > 10]).toEqual([rule.id, true, true, true])
    const followed = [...sinks, ...assignments].map(({ weakness }) => weakness)
    expect(followed.filter((weakness) => !everythingBut().includes(weakness))).toEqual([])
    expect(new Set(all.map(({ weakness }) => weakness)).size).toBeGreaterThanOrEqual(35)
  })

  test('end when their time is over, with what was found until then', async () => {
    const calls = Array.from(
      { length: 400 },
      (_, index) => `function f${index}(a,b){return f${(index * 7 + 1) % 400}(a+b,f${(index * 3 + 2) % 400}(b,a))}`,
    )
    const code = `eval(location.hash);${calls.join(';')};${'f0(x.y,z);'.repeat(2000)}`
    const tree = await parseCode('javascript', code, { maxMs: 20_000, now: () => performance.now() })
    let asked = 0
    const { isComplete, flows } = findFlows(readScript(tree.rootNode), scriptRules, { isOver: () => ++asked > 3 })
    tree.delete()
    expect({ isComplete, asked, found: flows.map(({ rule }) => rule.id) }).toEqual({
      isComplete: false,
      asked: 4,
      found: ['script-code-injection'],
    })
  })
})
