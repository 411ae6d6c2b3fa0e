import { beforeAll, describe, expect, test } from 'vitest'
import type { Fix } from '../finding.ts'
import { openRuff, type RuffRunner } from './run-ruff.ts'

let ruff: RuffRunner
beforeAll(async () => {
  ruff = await openRuff()
})

const rulesIn = (code: string) => ruff.run(code, 20_000).map(({ ruleId }) => ruleId)

function applied(code: string, { at, replacement }: Fix): string {
  const lines = code.split('\n')
  const line = lines[at.line - 1] ?? ''
  lines[at.line - 1] = line.slice(0, at.column - 1) + replacement + line.slice(at.endColumn - 1)
  return lines.join('\n')
}

describe('ruff', () => {
  test('finds weaknesses and mistakes at their place, in our words', () => {
    const [finding] = ruff.run('import yaml\n\ndata = yaml.load(open("a"))\n', 20_000)
    expect(finding).toMatchObject({
      ruleId: 'ruff/S506',
      engine: 'ruff',
      cwe: ['CWE-502'],
      severity: 'high',
      at: { line: 3, column: 8 },
      howToMend: 'Use yaml.safe_load.',
    })
    expect(rulesIn('def add(item, items=[]):\n    items.append(item)\n    return items\n')).toEqual(['ruff/B006'])
  })

  test.each(['# noqa', '# NoQA: S506', '# ruff: noqa', '# flake8: noqa'])('obeys no comment of the submission: %s', (comment) => {
    expect(rulesIn(`${comment}\nimport yaml\ndata = yaml.load(open("a"))  ${comment}\n`)).toContain('ruff/S506')
  })

  test('counts columns in UTF-16 code units', () => {
    const [finding] = ruff.run('a = "😀"; b = a is "c"\n', 20_000)
    expect(finding).toMatchObject({ ruleId: 'ruff/F632', at: { line: 1, column: 15, endColumn: 23 } })
  })

  test.each([
    ['if name is "a":\n    pass\n', 'if name == "a":\n    pass\n'],
    ['import requests\nrequests.get(url, timeout=5, verify=False)\n', 'import requests\nrequests.get(url, timeout=5, verify=True)\n'],
    [
      'from flask import Flask\napp = Flask("a")\napp.run(debug=True)\n',
      'from flask import Flask\napp = Flask("a")\napp.run(debug=False)\n',
    ],
  ])('has a fix that removes the finding: %s', (code, fixed) => {
    const found = ruff.run(code, 20_000).find(({ fix }) => fix)
    expect(found).toBeDefined()
    const text = applied(code, found!.fix!)
    expect(text).toBe(fixed)
    expect(rulesIn(text)).not.toContain(found!.ruleId)
    expect(rulesIn(text)).not.toContain('ruff/parse')
  })

  test('reading an attribute is no mistake, a comparison that is thrown away is', () => {
    expect(rulesIn('def f(r):\n    r.content\n')).toEqual([])
    expect(rulesIn('def f(r):\n    r == 1\n')).toEqual(['ruff/B015'])
  })

  test('says once where code does not parse', () => {
    expect(ruff.run('def f(:\n  pass\n', 20_000)).toMatchObject([{ ruleId: 'ruff/parse', at: { line: 1 } }])
  })

  test('refuses code that is nested too deeply by an error', () => {
    expect(() => ruff.run('('.repeat(20_000), 20_000)).toThrow(RangeError)
  })
})
