import { describe, expect, test } from 'vitest'
import type { CodeFinding } from '../finding.ts'
import { mergeFindings } from './merge-findings.ts'

const finding = (of: Partial<CodeFinding> & Pick<CodeFinding, 'ruleId' | 'engine'>, line = 3): CodeFinding => ({
  category: 'security',
  severity: 'medium',
  confidence: 0.5,
  title: of.ruleId,
  why: '',
  howToMend: '',
  cwe: ['CWE-89'],
  file: 'a.py',
  at: { line, column: 1, endLine: line, endColumn: 9 },
  source: null,
  fix: null,
  ...of,
})

describe('findings of several analysers', () => {
  test('are one where place and weakness are the same, told by the one that knows most', () => {
    const flow = finding({
      ruleId: 'taint/sql',
      engine: 'taint',
      severity: 'critical',
      confidence: 0.8,
      source: { name: 'request.args', at: finding({ ruleId: '', engine: 'taint' }).at },
    })
    const [merged, ...more] = mergeFindings([finding({ ruleId: 'ruff/S608', engine: 'ruff' }), flow])
    expect(more).toEqual([])
    expect(merged).toMatchObject({
      ruleId: 'taint/sql',
      severity: 'critical',
      engines: ['taint', 'ruff'],
      confidence: 0.9,
      source: { name: 'request.args' },
    })
  })

  test('keep the fix that one of them has', () => {
    const fix = { at: finding({ ruleId: '', engine: 'ruff' }).at, replacement: 'True' }
    const [merged] = mergeFindings([finding({ ruleId: 'rules/a', engine: 'rules' }), finding({ ruleId: 'ruff/S501', engine: 'ruff', fix })])
    expect(merged).toMatchObject({ ruleId: 'rules/a', fix })
  })

  test('are one for entries of CWE that mean the same', () => {
    const merged = mergeFindings([
      finding({ ruleId: 'rules/random', engine: 'rules', cwe: ['CWE-338'] }),
      finding({ ruleId: 'eslint/random', engine: 'eslint', cwe: ['CWE-330'] }),
    ])
    expect(merged.map(({ cwe }) => cwe)).toEqual([['CWE-338', 'CWE-330']])
  })

  test.each<[string, Partial<CodeFinding>]>([
    ['another file', { file: 'b.py' }],
    ['another line', { at: { line: 9, column: 1, endLine: 9, endColumn: 2 } }],
    ['another weakness', { cwe: ['CWE-79'] }],
    ['no weakness', { cwe: [] }],
  ])('stay apart for %s', (_, other) => {
    expect(mergeFindings([finding({ ruleId: 'a', engine: 'taint' }), finding({ ruleId: 'b', engine: 'ruff', ...other })])).toHaveLength(2)
  })

  test('of one analyser are one opinion', () => {
    const [merged] = mergeFindings([finding({ ruleId: 'ruff/S602', engine: 'ruff' }), finding({ ruleId: 'ruff/S605', engine: 'ruff' })])
    expect(merged).toMatchObject({ confidence: 0.5, engines: ['ruff'] })
  })
})
