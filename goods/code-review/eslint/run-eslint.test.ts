import { beforeAll, describe, expect, test } from 'vitest'
import { TookTooLong } from '../run-limited.ts'
import { openEslint, type EslintRunner } from './run-eslint.ts'

let eslint: EslintRunner
beforeAll(async () => {
  eslint = await openEslint()
})

const limits = { maxMs: 20_000, now: () => performance.now() }
const rulesIn = (code: string, language: 'javascript' | 'typescript' | 'tsx' = 'javascript') =>
  eslint.run(language, code, limits).map(({ ruleId }) => ruleId)

describe('ESLint', () => {
  test('finds weaknesses and mistakes at their place, in our words', () => {
    const [finding] = eslint.run('javascript', 'if (size === NaN) grow()\n', limits)
    expect(finding).toMatchObject({
      ruleId: 'eslint/use-isnan',
      engine: 'eslint',
      category: 'correctness',
      severity: 'high',
      at: { line: 1, column: 5, endLine: 1, endColumn: 17 },
      howToMend: 'Use Number.isNaN.',
    })
    expect(rulesIn("setTimeout('run()', 10)")).toContain('eslint/no-implied-eval')
    expect(rulesIn("const { createCipheriv } = require('crypto')\ncreateCipheriv('des-ede', key, iv)")).toContain(
      'eslint/sonarjs/no-weak-cipher',
    )
  })

  test('obeys no comment of the submission', () => {
    const bad = 'if (size === NaN) grow()'
    expect(rulesIn(`/* eslint-disable */\n${bad} // eslint-disable-line\n`)).toEqual(['eslint/use-isnan'])
    expect(rulesIn(`/* eslint use-isnan: "off", no-console: "error" */\n${bad}\nconsole.log(1)`)).toEqual(['eslint/use-isnan'])
  })

  test('reads modules, scripts, markup and types', () => {
    expect(rulesIn('import a from "a"\nexport const b = <a.B c={1} />')).toEqual([])
    expect(rulesIn('with (a) { b() }')).toEqual([])
    expect(rulesIn('function f(a: string): void\nfunction f(a: number): void\nfunction f(a: any) { return a }', 'typescript')).toEqual([])
    expect(rulesIn('export const a = (b: string) => <p title={b}>{b}</p>', 'tsx')).toEqual([])
  })

  test('says where code does not parse', () => {
    const [finding] = eslint.run('javascript', 'let a = 1\nlet b = ;\n', limits)
    expect(finding).toMatchObject({ ruleId: 'eslint/parse', severity: 'high', at: { line: 2 } })
  })

  test('switches the check of certificates on', () => {
    const code = "require('https').request({ host, rejectUnauthorized: false })"
    const finding = eslint.run('javascript', code, limits).find(({ ruleId }) => ruleId === 'eslint/sonarjs/unverified-certificate')
    const { at, replacement } = finding?.fix ?? { at: { column: 1, endColumn: 1 }, replacement: '' }
    const fixed = code.slice(0, at.column - 1) + replacement + code.slice(at.endColumn - 1)
    expect(fixed).toBe("require('https').request({ host, rejectUnauthorized: true })")
    expect(rulesIn(fixed)).toEqual([])
  })

  test('gives up in time, and works after that', () => {
    const long = 'function f(a) { if (a) { return a + 1 } return [a].map((b) => b * 2) }\n'.repeat(1_300)
    expect(() => eslint.run('javascript', long, { ...limits, maxMs: 20 })).toThrow(TookTooLong)
    expect(rulesIn('if (a === NaN) b()')).toEqual(['eslint/use-isnan'])
  })

  test('refuses code that is nested too deeply by an error of its own', () => {
    expect(() => eslint.run('javascript', '['.repeat(20_000) + ']'.repeat(20_000), limits)).toThrow(RangeError)
  })
})
