import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { maxHistoryQuestions } from '../../history/wallet-history.ts'
import { assessRisk } from './assess-risk.ts'
import { mixerCaps } from '../../addresses/sanctions/mixer-dealings.ts'
import { riskHistoryCaps } from './observe-risk.ts'
import { riskLevels, riskLimits, riskModelVersion, riskPoints } from './risk-model.ts'
import { riskObservationsOf, type RiskNotes } from './risk-observations.fixture.ts'

const page = readFileSync('docs/risk-model.md', 'utf8')
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
  test('in its tables', () => {
    expect(rowsUnder('| signal | points | found when |').map(([signal, points]) => [signal, Number(points)])).toEqual(
      Object.entries(riskPoints),
    )
    expect(rowsUnder('| level | from |')).toEqual(riskLevels.map(({ level, from }) => [level, String(from)]))
    expect(page).toContain(`\`${riskModelVersion}\``)
  })

  test('in the limits of its signals', () => {
    const { burst, fanOut, drain, singleFunder, failedPayments, hops } = riskLimits
    for (const text of [
      `at least ${burst.transfers} payments within a day, and more than ${burst.timesTheMean} times the daily mean`,
      `more than ${fanOut.counterparties} counterparties with which`,
      `more than ${drain.percent} % of what came in went out again within ten minutes, ${drain.times} times or more`,
      `more than ${singleFunder.percent} % of the USDC`,
      `more than ${failedPayments.percent} % of its payments to this service failed, of ${failedPayments.payments} or more`,
      `one of its ${hops} newest counterparties`,
    ])
      expect(page).toContain(text)
  })

  test('in what an answer takes of a node', () => {
    expect(page).toContain(`asks each network at most ${maxHistoryQuestions(riskHistoryCaps)} questions`)
    expect(page).toContain(`and Ethereum ${2 * maxHistoryQuestions(mixerCaps)} more`)
    expect(readFileSync('docs/trust-model.md', 'utf8')).toContain(`| Ethereum | ${maxHistoryQuestions(mixerCaps)}, or 4`)
    expect(page).toContain(`${riskHistoryCaps.requests} questions for logs, ${riskHistoryCaps.times} for the times`)
  })

  interface Example {
    readonly saw: RiskNotes
    readonly gives: {
      readonly score: number | null
      readonly level: string
      readonly observedShare: number
      readonly found: readonly string[]
    }
  }
  const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json!) as Example)

  test('in six examples', () => {
    expect(examples).toHaveLength(6)
  })

  test.each(examples)('such as %j', ({ saw, gives: { found, ...gives } }) => {
    const risk = assessRisk(riskObservationsOf(saw))
    expect(risk).toMatchObject(gives)
    expect(risk.signals.filter(({ state }) => state === 'found').map(({ signal }) => signal)).toEqual(found)
  })
})
