import { beforeAll, describe, expect, test } from 'vitest'
import type { Place } from '../code/syntax.ts'
import { openTrialReviews, type TrialReviews } from './analysers.fixture.ts'
import { reviewCode } from './review-code.ts'

let trial: TrialReviews
beforeAll(async () => {
  trial = await openTrialReviews()
})

const flask = `from flask import Flask, request
import os

app = Flask(__name__)


@app.route("/list")
def list_files():
    return os.popen("ls " + request.args["dir"]).read()
`
const bug = 'if (size === NaN) grow()\n'

describe('a review', () => {
  test('has each finding once, with what each analyser knows', async () => {
    const { findings, files, grade, counts } = await trial.review(flask, { name: 'app.py' })
    const [worst] = findings
    expect(worst).toMatchObject({
      engine: 'taint',
      engines: ['taint', 'ruff'],
      severity: 'critical',
      cwe: ['CWE-78'],
      file: 'app.py',
      at: { line: 9 },
      source: { name: 'flask.request.args' },
      snippet: 'return os.popen("ls " + request.args["dir"]).read()',
    })
    expect(worst?.confidence).toBeGreaterThan(0.9)
    expect(counts.critical).toBe(1)
    expect(['D', 'F']).toContain(grade)
    expect(files).toMatchObject([{ name: 'app.py', language: 'python', languageBy: 'filename', coverage: 'full' }])
  })

  test('shows what only looks like a weakness as a remark, where the data was followed to it', async () => {
    const code = `import subprocess\n\n\ndef clean():\n    folder = "/tmp/cache"\n    subprocess.run("rm -r " + folder, shell=True)\n`
    const { findings } = await trial.review(code, { name: 'clean.py' })
    const looks = findings.filter(({ cwe }) => cwe.includes('CWE-78'))
    expect(looks.length).toBeGreaterThan(0)
    expect(looks.map(({ engines, severity }) => [engines, severity])).toEqual(looks.map(() => [['ruff'], 'info']))
  })

  test('has no grade where only a linter could look, and says how much each analyser read', async () => {
    const shell = await trial.review('#!/bin/sh\necho hello\n', { name: 'a.sh' })
    expect([shell.score, shell.grade]).toEqual([null, null])
    expect(shell.covered.find(({ name }) => name === 'taint')).toBeUndefined()
    expect(shell.covered.find(({ name }) => name === 'secrets')).toEqual({ name: 'secrets', lineShare: 1 })
    expect(shell.warnings.join()).toMatch(/There is no score/)
  })

  test('of good code has the grade A', async () => {
    const { score, grade, findings } = await trial.review('def double(number: int) -> int:\n    return 2 * number\n', {
      language: 'python',
    })
    expect([score, grade, findings]).toEqual([100, 'A', []])
  })

  test('keeps the fingerprint of a finding when lines before it come', async () => {
    const before = await trial.review(bug, { name: 'a.js' })
    const after = await trial.review(`// one\n\n  ${bug}`, { name: 'a.js' })
    const twice = await trial.review(bug + bug, { name: 'a.js' })
    expect(after.findings[0]?.fingerprint).toBe(before.findings[0]?.fingerprint)
    expect(new Set(twice.findings.map(({ fingerprint }) => fingerprint)).size).toBe(2)
  })

  test('shows no secret, wherever a line of it is quoted', async () => {
    const password = 'Tr0ub4dor&3'
    const { findings } = await trial.review(`import os\npassword = "${password}"; os.system("mysql -p" + password)\n`, { name: 'a.py' })
    expect(findings.map(({ engines }) => engines).flat()).toContain('secrets')
    expect(JSON.stringify(findings)).not.toContain(password)
  })

  test('of several files tells them apart, and what they have in common', async () => {
    const block = Array.from({ length: 8 }, (_, index) => `  total += prices[${index}] * quantities[${index}] + shipping(${index})`).join(
      '\n',
    )
    const { files, findings } = await trial.reviewFiles({
      'a.js': `${bug}function a() {\n${block}\n}\n`,
      'b.js': `function b() {\n${block}\n}\n`,
      'c.kt': 'fun main() {}\n',
    })
    expect(files.map(({ name, language, coverage }) => [name, language, coverage])).toEqual([
      ['a.js', 'javascript', 'full'],
      ['b.js', 'javascript', 'full'],
      ['c.kt', 'kotlin', 'generic'],
    ])
    expect(findings.map(({ ruleId, file }) => [ruleId, file])).toEqual([
      ['eslint/use-isnan', 'a.js'],
      ['metrics/duplicate', 'b.js'],
    ])
  })

  test('says what is not installed instead of leaving it out', async () => {
    const analysers = { eslint: null, ruff: null, hasGrammars: true, shellcheck: null }
    const input = {
      files: [
        { name: 'a.sh', code: 'echo $1\n', language: null },
        { name: 'a.py', code: 'x = 1\n', language: null },
      ],
    }
    const { review } = await reviewCode(input, { analysers, now: () => performance.now(), maxMs: 30_000 })
    expect(review.files.map(({ coverage }) => coverage)).toEqual(['generic', 'partial'])
    expect(review.warnings.join('\n')).toContain('Not installed at this service: ruff.')
  })

  test('lists two hundred findings, and counts the others', async () => {
    const { findings, omitted, counts } = await trial.review(bug.repeat(250), { name: 'a.js' })
    expect([findings.length, omitted, counts.high]).toEqual([200, 50, 250])
  })
})

describe('a fix', () => {
  test.each([
    ['a.py', 'import requests\nrequests.get("https://a.test", timeout=5, verify=False)\n'],
    ['a.py', 'def f(name):\n    return name is "a"\n'],
    ['a.js', "const https = require('https')\nhttps.request({ host, rejectUnauthorized: false })\n"],
  ])('removes its finding, and the code still parses: %s', async (name, code) => {
    const { findings } = await trial.review(code, { name })
    const found = findings.find(({ fix }) => fix)
    expect(found).toBeDefined()
    const after = await trial.review(applied(code, found!.fix!.at, found!.fix!.replacement), { name })
    const rules = after.findings.map(({ ruleId }) => ruleId)
    expect(rules).not.toContain(found!.ruleId)
    expect(rules.filter((rule) => rule.endsWith('/parse'))).toEqual([])
  })
})

describe('code that is made to be a trouble', () => {
  test('claims another language: it is reviewed as what it is', async () => {
    const { files, warnings, findings } = await trial.review(flask, { language: 'javascript' })
    expect(files).toMatchObject([{ language: 'python', languageBy: 'content' }])
    expect(warnings).toEqual(['The code does not parse as javascript and was reviewed as python, which it looks like.'])
    expect(findings[0]).toMatchObject({ severity: 'critical' })
  })

  // Sixteen kinds are in the full tests, some of which take all the time that they are given.
  test.each([
    ['a thousand brackets', '('.repeat(1_000), 'python'],
    ['a thousand short lines', 'a\n'.repeat(1_000), 'python'],
    ['NUL bytes', '\u0000'.repeat(1_000), 'python'],
    ['halves of pairs', 'x = "\uD800"\ny = "\uDC00\uD800"\n', 'javascript'],
    ['a regular expression that explodes', `/${'(a+)+'.repeat(5)}$/.test(x)`, 'javascript'],
    ['a shell script of quotes', `echo ${`"$(`.repeat(300)}`, 'shell'],
  ])('%s: it is answered, and what did not come to its end is said', async (_, code, language) => {
    const { files, warnings } = await trial.review(code, { language })
    const [file] = files
    const unfinished = file?.analysers.filter(({ status }) => status !== 'done') ?? []
    expect(file?.coverage === 'full' || warnings.length > 0).toBe(true)
    expect(file?.coverage === 'full').toBe(unfinished.length === 0)
  })

  test('no control character of it is quoted', async () => {
    const { findings } = await trial.review('if (size === NaN) grow("\u0000\u202E\u001B[31m")\n', { name: 'a.js' })
    expect(JSON.stringify(findings)).not.toMatch(/\\u0000|\u202E|\\u001b/)
  })

  test('minified code is searched for what is about security only', async () => {
    const { warnings, findings } = await trial.review(`${'if(a===NaN){b()};'.repeat(400)}eval(location.hash)`, { name: 'a.min.js' })
    expect(warnings.join()).toContain('looks minified')
    expect(findings.filter(({ category }) => category !== 'security')).toEqual([])
  })
})

function applied(code: string, at: Place, replacement: string): string {
  const lines = code.split('\n')
  const line = lines[at.line - 1] ?? ''
  lines[at.line - 1] = line.slice(0, at.column - 1) + replacement + line.slice(at.endColumn - 1)
  return lines.join('\n')
}
