import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { blank, nothingObserved, observationsOf, type Notes } from './observations.fixture.ts'
import { scoreTrust } from './score-trust.ts'
import { gatesOf } from './tier-gates.ts'
import { modelVersion, scales, tiers, weights } from './trust-model.ts'

const page = readFileSync('docs/trust-model.md', 'utf8')
/** Cells of the tables, by the heads of their columns. */
const rowsUnder = (head: string) => {
  const lines = page.split('\n')
  const start = lines.indexOf(head) + 2
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith('|'))
  return lines.slice(start, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

describe('the page about the model matches the code', () => {
  test('in its table of points, which are 100', () => {
    const table = Object.entries(weights).flatMap(([component, parts]) =>
      Object.entries(parts).map(([part, max]) => [component, part, String(max)]),
    )
    expect(rowsUnder('| component | part | at most | how |').map((row) => row.slice(0, 3))).toEqual(table)
    expect(table.reduce((sum, [, , max]) => sum + Number(max), 0)).toBe(100)
    for (const full of [scales.days, scales.transactions, scales.networks, scales.payments])
      expect(page).toContain(`full ${full === 365 ? 'after' : 'at'} ${full}`)
    expect(page).toContain(`full at $${scales.bond / 1_000_000_000n},000`)
    expect(page).toContain(`\`${modelVersion}\``)
  })

  test('in its tables of tiers and gates', () => {
    const dollars = (amount: bigint | null) => (amount === null ? 'no limit' : `$${amount / 1_000_000n}`)
    expect(rowsUnder('| tier | from | in one payment | in a day |')).toEqual(
      tiers.map(({ tier, from, perTransaction, perDay }) => [tier, String(from), dollars(perTransaction), dollars(perDay)]),
    )
    expect(rowsUnder('| gate | for | needs |')).toEqual(
      gatesOf(observationsOf(blank)).map(({ gate, tier, needs }) => [`\`${gate}\``, tier, needs]),
    )
  })

  const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json!) as Example)
  interface Example {
    saw: Partial<Notes> | 'nothing'
    gives: Record<string, unknown> & { points?: Record<string, number> }
  }

  test('in twelve examples', () => {
    expect(examples).toHaveLength(12)
  })

  test.each(examples)('such as %j', ({ saw, gives: { points = {}, ...gives } }) => {
    const score = scoreTrust(observationsOf(saw === 'nothing' ? nothingObserved : { ...blank, ...saw }))
    expect(score).toMatchObject(gives)
    const given = Object.fromEntries(score.components.map(({ component, points }) => [component, points]))
    expect(given).toMatchObject(points)
  })
})
