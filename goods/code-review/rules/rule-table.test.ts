import { expect, test } from 'vitest'
import type { FlowRule, LanguageRules } from '../taint/rule.ts'
import { pythonRules } from './python.ts'
import { scriptRules } from './script.ts'

const introduction = `# The rules of code review

These rules follow data through Python, JavaScript and TypeScript, or find calls and settings that are wrong by themselves. ESLint, ruff and the
search for secrets add findings of their own. \`npx vitest run goods/code-review/rules -u\` writes this file.

A CWE is the number of a weakness in the list of [cwe.mitre.org](https://cwe.mitre.org). **Confidence** is how often a reader of the code should
agree with a finding, if the rule says so; other rules get it from how sure it is that outsiders wrote the data.
`

function rulesOf(rules: LanguageRules): readonly FlowRule[] {
  const groups = [rules.sinks, rules.assignments, rules.misuses, rules.badSettings, rules.structures ?? [], rules.returned ?? []]
  return [...groups.flat(), ...(rules.swallowing ? [rules.swallowing] : [])]
}

function tableOf(rules: readonly FlowRule[]): string {
  // A rule may look at calls and at assignments: it is one rule.
  const own = [...new Map(rules.map((rule) => [rule.id, rule])).values()]
  const sorted = own.toSorted(
    (one, other) => Number(one.weakness.slice(4)) - Number(other.weakness.slice(4)) || one.id.localeCompare(other.id, 'en'),
  )
  const rows = sorted.map(
    ({ id, weakness, severity, confidence, title }) =>
      `| ${weakness.slice(4)} | \`${id}\` | ${title} | ${severity} | ${confidence ?? ''} |`,
  )
  return ['| CWE | rule | finds | severity | confidence |', '|---|---|---|---|---|', ...rows].join('\n')
}

test('goods/code-review/rules.md has every rule', async () => {
  const document = [
    introduction,
    `## Python\n\n${tableOf(rulesOf(pythonRules))}\n`,
    `## JavaScript and TypeScript\n\n${tableOf(rulesOf(scriptRules))}\n`,
  ].join('\n')
  await expect(document).toMatchFileSnapshot('../rules.md')
})

test.each([
  ['Python', pythonRules],
  ['JavaScript', scriptRules],
])('every rule of %s is about one weakness, and says why and how to mend', (_, rules) => {
  const all = rulesOf(rules)
  for (const { id, weakness } of all)
    expect(new Set(all.filter((other) => other.id === id).map((other) => other.weakness)), id).toEqual(new Set([weakness]))
  for (const { id, title, why, fix } of all)
    expect(
      [id, title, why, fix].every((text) => text.length > 5),
      id,
    ).toBe(true)
})

test('Python has rules for at least 25 weaknesses', () => {
  expect(new Set(rulesOf(pythonRules).map(({ weakness }) => weakness)).size).toBeGreaterThanOrEqual(25)
})
