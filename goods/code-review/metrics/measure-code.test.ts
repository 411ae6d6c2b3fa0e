import { describe, expect, test } from 'vitest'
import type { AnyGrammar } from '../code/parse-code.ts'
import { measureCode } from './measure-code.ts'

const forever = { end: Number.POSITIVE_INFINITY, now: () => 0 }
const measured = async (grammar: AnyGrammar | null, code: string) => {
  const [file] = await measureCode([{ name: 'a', code, grammar }], forever)
  return file!
}

const python = `# A comment
def grade(score, late):
    """Says how good a score is."""
    if score > 90 and not late:
        return 'A'
    elif score > 80:
        return 'B'
    for limit in (70, 60):
        if score > limit:
            return 'C'
    return 'D'
`

describe('metrics', () => {
  test('count lines, and ways through functions', async () => {
    const { metrics } = await measured('python', python)
    expect(metrics).toMatchObject({ lineCount: 11, commentLineCount: 1, codeLineCount: 10 })
    // if, and, elif, for, if: five more than one.
    expect(metrics.complexity).toMatchObject({ functionCount: 1, maxCyclomatic: 6, maxNesting: 2 })
    // if 1, and 1, elif 1, for 1, the if in it 2.
    expect(metrics.complexity?.maxCognitive).toBe(6)
  })

  test.each<[AnyGrammar, string]>([
    ['javascript', 'function f(a, b) { if (a && b) { return 1 } else if (a) { return 2 } return a ? 3 : 4 }'],
    ['java', 'class A { int f(boolean a, boolean b) { if (a && b) { return 1; } else if (a) { return 2; } return a ? 3 : 4; } }'],
    ['c-sharp', 'class A { int F(bool a, bool b) { if (a && b) { return 1; } else if (a) { return 2; } return a ? 3 : 4; } }'],
    ['cpp', 'int f(int a, int b) { if (a && b) { return 1; } else if (a) { return 2; } return a ? 3 : 4; }'],
    ['php', '<?php function f($a, $b) { if ($a && $b) { return 1; } else if ($a) { return 2; } return $a ? 3 : 4; }'],
    [
      'go',
      'package a\nfunc f(a bool, b bool) int {\n\tif a && b {\n\t\treturn 1\n\t} else if a {\n\t\treturn 2\n\t}\n\tfor a {\n\t}\n\treturn 3\n}',
    ],
    ['rust', 'fn f(a: bool, b: bool) -> i32 { if a && b { 1 } else if a { 2 } else { while b {} 3 } }'],
    ['ruby', 'def f(a, b)\n  if a && b\n    1\n  elsif a\n    2\n  else\n    a ? 3 : 4\n  end\nend\n'],
  ])('say the same of the same function in %s', async (grammar, code) => {
    const { metrics } = await measured(grammar, code)
    expect(metrics.complexity).toMatchObject({ functionCount: 1, maxCyclomatic: 5 })
  })

  test('count lines of a language without a grammar', async () => {
    const { metrics, isComplete } = await measured(null, 'a\n\nb\n')
    expect(metrics).toMatchObject({ lineCount: 3, codeLineCount: 2, complexity: null })
    expect(isComplete).toBe(true)
  })

  test('name a function that is hard to follow', async () => {
    const deep = (level: number): string => (level === 0 ? 'return 1' : `if (a > ${level}) { ${deep(level - 1)} }`)
    const { findings } = await measured('javascript', `function f(a) {\n${deep(8)}\n}\n`)
    expect(findings).toMatchObject([{ ruleId: 'metrics/complexity', category: 'maintainability', severity: 'info', at: { line: 1 } }])
    expect((await measured('javascript', `function f(a) {\n${deep(3)}\n}\n`)).findings).toEqual([])
  })

  test('find a block that is there twice, in one file or in two', async () => {
    const block = Array.from({ length: 7 }, (_, index) => `  total${index} = prices[${index}] * quantities[${index}] + shipping`).join('\n')
    const [one, two] = await measureCode(
      [
        { name: 'one.py', code: `def a():\n${block}\n`, grammar: 'python' },
        { name: 'two.py', code: `# other\ndef b():\n${block}\n`, grammar: 'python' },
      ],
      forever,
    )
    expect(one?.metrics.duplicateLineCount).toBe(0)
    expect(two?.metrics.duplicateLineCount).toBe(7)
    expect(two?.findings).toMatchObject([{ ruleId: 'metrics/duplicate', file: 'two.py', at: { line: 3, endLine: 9 } }])
    const same = Array.from({ length: 40 }, () => '  call(with_the_same_arguments, and_more, and_more)').join('\n')
    expect((await measured('python', `def a():\n${same}\n`)).metrics.duplicateLineCount).toBeGreaterThan(0)
  })

  test('stop in time', async () => {
    let time = 0
    const [file] = await measureCode([{ name: 'a', code: 'f(1)\n'.repeat(20_000), grammar: 'python' }], { end: 3, now: () => (time += 1) })
    expect(file).toMatchObject({ isComplete: false, metrics: { complexity: null, lineCount: 20_000 } })
  })
})
