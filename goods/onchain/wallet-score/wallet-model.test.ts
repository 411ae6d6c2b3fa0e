import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { maxHistoryQuestions } from '../history/wallet-history.ts'
import { walletHistoryCaps, gasBalanceQuestions } from './observe-wallet.ts'
import { scoreWallet } from './score-wallet.ts'
import { knownDays, walletCaps, walletModel, walletScales, walletWeights } from './wallet-model.ts'
import { blankWallet, unobservedWallet, walletObservationsOf, type WalletNotes } from './wallet-notes.fixture.ts'

const page = readFileSync('docs/wallet-score.md', 'utf8')
const flowing = page.replaceAll('\n', ' ')

interface Example {
  readonly saw: Partial<WalletNotes> | 'nothing'
  readonly gives: Readonly<Record<string, unknown>> & { readonly points?: Readonly<Record<string, number>> }
}

describe('the page about the score of wallets matches the code', () => {
  test('in its table of points, which are 100', () => {
    const rows = [...page.matchAll(/^\| (\w+) \| (\w+) \| (\d+) \|/gm)].map(([, component, part, most]) => [component, part, Number(most)])
    const table = Object.entries(walletWeights).flatMap(([component, parts]) =>
      Object.entries(parts).map(([part, max]) => [component, part, max]),
    )
    expect(rows).toEqual(table)
    expect(rows.reduce((sum, [, , max]) => sum + Number(max), 0)).toBe(100)
  })

  test('in its figures', () => {
    const { days, transactions, networks, counterparties } = walletScales
    for (const text of [
      `full after ${days}`,
      `full at ${transactions}`,
      `full at ${networks}`,
      `full at ${counterparties}`,
      'full at $10,000',
      `\`${walletModel}\``,
      `scores ${walletCaps.mixer} at most`,
      `known to be ${knownDays} days old scores ${walletCaps.age} at most`,
      `for ${walletHistoryCaps.days} days`,
      `at most ${walletHistoryCaps.logs} in each direction`,
      `${5 + gasBalanceQuestions} questions in one request`,
      `at most ${maxHistoryQuestions(walletHistoryCaps)} for its transfers`,
    ]) {
      expect(flowing).toContain(text)
    }
    expect(walletScales.usdc).toBe(10_000_000_000n)
  })

  const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json!) as Example)

  test('in eight examples', () => {
    expect(examples).toHaveLength(8)
  })

  test.each(examples)('such as %j', ({ saw, gives: { points = {}, ...gives } }) => {
    const score = scoreWallet(walletObservationsOf(saw === 'nothing' ? unobservedWallet : { ...blankWallet, ...saw }))
    expect(score).toMatchObject(gives)
    expect(Object.fromEntries(score.components.map((one) => [one.component, one.points]))).toMatchObject(points)
  })
})
