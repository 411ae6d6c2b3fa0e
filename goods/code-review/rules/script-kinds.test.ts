import { expect, test } from 'vitest'
import { findTaint } from '../taint/find-findings.ts'
import { findingsOfFlows } from '../review/findings-of-flows.ts'

async function cweIn(code: string): Promise<readonly string[]> {
  const { flows } = await findTaint('javascript', code, { maxMs: 20_000, now: () => performance.now() })
  return findingsOfFlows(flows, { language: 'javascript', code }).flatMap(({ severity, cwe }) => (severity === 'info' ? [] : cwe))
}

const handler = (code: string) =>
  `const path = require('path'), cp = require('child_process')\napp.get('/', async (req, res) => { ${code} })`

test.each([
  ['CWE-22', handler('extract(path.join(base, req.query.f))'), handler('extract(path.join(base, path.basename(req.query.f)))')],
  ['CWE-88', handler(`cp.spawn('git', ['clone', req.body.url])`), handler(`cp.spawn('git', ['clone', '--', req.body.url])`)],
  ['CWE-79', handler('mail(`<h1>${req.query.name}</h1>`)'), handler('mail(`<h1>${escapeHtml(req.query.name)}</h1>`)')],
  [
    'CWE-89',
    handler('run(`SELECT * FROM t WHERE a = ${req.query.a}`)'),
    handler('run(`SELECT * FROM t WHERE a = ${Number(req.query.a)}`)'),
  ],
  ['CWE-94', handler('api[req.query.action]()'), handler('({ a: one, b: two })[req.query.action]()')],
  ['CWE-601', `export const f = (request, h) => h.redirect(request.query.to)`, `export const f = (request, h) => h.redirect('/home')`],
  ['CWE-918', `async (req, res) => { await page.setContent(req.query.html) }`, `async (req, res) => { await page.setContent('<p>') }`],
  [
    'CWE-942',
    handler(`res.writeHead(200, { 'Access-Control-Allow-Origin': req.query.o })`),
    handler(`res.writeHead(200, { 'Access-Control-Allow-Origin': own })`),
  ],
  [
    'CWE-798',
    `const session = require('express-session'); app.use(session({ secret: 'cat' }))`,
    `const session = require('express-session'); app.use(session({ secret: process.env.S }))`,
  ],
  [
    'CWE-798',
    `const jwt = require('jsonwebtoken'); jwt.verify(token, 'shhh')`,
    `const jwt = require('jsonwebtoken'); jwt.verify(token, key)`,
  ],
  [
    'CWE-522',
    `const jwt = require('jsonwebtoken'); jwt.sign({ password: p }, key)`,
    `const jwt = require('jsonwebtoken'); jwt.sign({ id }, key)`,
  ],
  ['CWE-116', `const f = (text) => text.replace("'", "\\\\'")`, `const f = (text) => text.replaceAll("'", '')`],
  [
    'CWE-116',
    `const f = (text) => text.replace(/"/g, '\\\\"')`,
    `const f = (text) => text.replace(/\\\\/g, '\\\\\\\\').replace(/"/g, '\\\\"')`,
  ],
  ['CWE-20', `const f = (url) => url.includes('example.com')`, `const f = (url) => new URL(url).hostname === 'example.com'`],
  ['CWE-1333', `const f = (text) => /^(a+)+$/.test(text)`, `const f = (text) => /^(a+,)+$/.test(text)`],
  [
    'CWE-319',
    `const grpc = require('grpc'); grpc.credentials.createInsecure()`,
    `const grpc = require('grpc'); grpc.credentials.createSsl(c)`,
  ],
  ['CWE-327', `connect({ minVersion: 'TLSv1' })`, `connect({ minVersion: 'TLSv1.2' })`],
  [
    'CWE-327',
    `import { CryptoJS } from 'crypto-js'; CryptoJS.RC4.encrypt(a, key)`,
    `import { CryptoJS } from 'crypto-js'; CryptoJS.AES.encrypt(a, key)`,
  ],
  ['CWE-548', `app.use(express.static('node_modules'))`, `app.use(express.static('public'))`],
  ['CWE-532', `console.log('user', user.email)`, `console.log('user', user.id)`],
  [
    'CWE-201',
    `Sentry.captureException(new Error('no mail for ' + user.email))`,
    `Sentry.captureException(new Error('no mail for ' + user.id))`,
  ],
  ['CWE-922', `localStorage.setItem('token', token)`, `localStorage.setItem('theme', theme)`],
  [
    'CWE-89',
    `exports.handler = async (event) => db.query('SELECT * FROM t WHERE a = ' + event.user)`,
    `exports.handler = async (event) => db.query('SELECT 1')`,
  ],
])('%s: %s', async (weakness, vulnerable, fixed) => {
  expect(await cweIn(vulnerable)).toContain(weakness)
  expect(await cweIn(fixed)).not.toContain(weakness)
})

test('numbers in a statement of SQL are no injection', async () => {
  const marks = 'const marks = ids.map((_, index) => `$${index + 1}`).join()'
  expect(await cweIn('module.exports = (db, ids) => { ' + marks + '; db.query(`SELECT * FROM t WHERE a IN (${marks})`, ids) }')).toEqual([])
  expect(await cweIn('module.exports = (db, ids) => db.query(`SELECT * FROM t WHERE a IN (${ids.map(Number).join()})`)')).toEqual([])
  expect(await cweIn('module.exports = (db, ids) => db.query(`SELECT * FROM t WHERE a IN (${ids.join()})`)')).toEqual(['CWE-89'])
})

test('what the person types who runs a program is never worse than medium', async () => {
  const severities = async (code: string) => {
    const { flows } = await findTaint('javascript', code, { maxMs: 20_000, now: () => performance.now() })
    return findingsOfFlows(flows, { language: 'javascript', code }).map(({ severity }) => severity)
  }
  expect(await severities(`require('child_process').exec('ls ' + process.argv[2])`)).toEqual(['medium'])
  expect(await severities(`require('child_process').spawn(process.argv[2], [])`)).toEqual(['low'])
})
