import { expect, test } from 'vitest'
import type { RefundsOfDay } from '../../ledger/reading/costs-and-refunds.ts'
import type { ReferenceRate } from '../../ledger/reading/reference-rates.ts'
import type { SalesFigure } from '../../ledger/reading/sales-figures.ts'
import { csvRow } from './csv.ts'
import { euroRates } from './euro-rates.ts'
import { makeReport } from './make-report.ts'
import { reportCsv } from './report-csv.ts'
import { reportJson } from './report-json.ts'
import { reportText } from './report-text.ts'
import type { ReportDimension } from './report-lines.ts'

const rate = (day: string, usd: string, unit = 'EUR'): ReferenceRate => ({ unit, day, usd, source: 'ecb' })
const friday = '2026-03-06'
const sunday = '2026-03-08'

/** At 1.25 dollars for a euro. */
const sale = (changes: Partial<SalesFigure> = {}): SalesFigure => {
  const { amount = 1_000_000n, ...rest } = changes
  return {
    by: { day: friday, offer: 'market-price', payer: '0x01' },
    state: 'settled',
    theft: false,
    final: true,
    payments: 1n,
    amount,
    euro: (amount * 4n) / 5n,
    withoutPrice: null,
    ...rest,
  }
}
const on = (day: string) => ({ by: { day, offer: 'market-price' } })
const unpriced = (day: string) => ({ ...on(day), euro: 0n, withoutPrice: { payments: 1n, firstDay: day, lastDay: day } })

const refund: RefundsOfDay = {
  by: { day: friday, offer: 'screenshot', network: 'eip155:8453', protocol: 'x402', payer: '0x02' },
  payments: 1n,
  amount: 500_000n,
  net: 400_000n,
}

function reportOf(
  by: readonly ReportDimension[],
  given: { sales?: SalesFigure[]; refunds?: RefundsOfDay[]; rates?: ReferenceRate[] } = {},
) {
  const { sales = [sale()], refunds = [], rates = [rate(friday, '1.25')] } = given
  const reading = {
    salesFigures: async () => sales,
    refunds: async () => refunds,
    rates: async () => rates,
    gas: async () => [{ day: friday, network: 'eip155:8453', gwei: 2_000_000n }],
    modelSpending: async () => [{ day: friday, picodollars: 5_000_000_000n }],
  }
  return makeReport(reading, { firstDay: '2026-03-01', lastDay: '2026-03-31', by })
}

test('a day without a fix has the last rate before it, and one that is too old has none', () => {
  const rates = euroRates([rate('2026-03-05', '1.2'), rate(friday, '1.25'), rate('2026-03-06', '3000', 'ETH')])
  expect(rates.rateOf(sunday)).toEqual({ usdPerEur: '1.25', day: friday, source: 'ecb' })
  expect(rates.euro(sunday, 1_000_000n)).toBe(800_000n)
  expect(rates.euro('2026-03-12', 10n)).toBe(8n)
  expect(rates.euro('2026-03-13', 10n)).toBeNull()
  expect(rates.euro('2026-03-04', 10n)).toBeNull()
  // To the nearest millionth: 1 / 1.2 = 0.8333…, 2 / 1.2 = 1.6667.
  expect([rates.euro('2026-03-05', 1n), rates.euro('2026-03-05', 2n)]).toEqual([1n, 2n])
  expect(rates.prices('2026-03-04', '2026-03-07')).toEqual([
    { day: '2026-03-05', usdMillionths: 1_200_000n },
    { day: friday, usdMillionths: 1_250_000n },
    { day: '2026-03-07', usdMillionths: 1_250_000n },
  ])
})

test('what became of payments goes to its own column, and only answered and paid ones are earned', async () => {
  const states = [
    'claimed',
    'served',
    'credit',
    'running',
    'refunding',
    'refunded',
    'refused',
    'owed',
    'reversed',
    'free',
    'uncharged',
  ] as const
  const sales = [sale(), sale({ final: false, amount: 5n }), sale({ theft: true }), ...states.map((state) => sale({ state }))]
  const { total } = await reportOf([], { sales, refunds: [refund] })
  const count = (payments: bigint) => ({ payments, amount: payments * 1_000_000n })
  expect(total.figures).toEqual({
    earned: { payments: 2n, amount: 1_000_005n },
    theft: count(1n),
    under_way: count(2n),
    credit: count(3n),
    refunded: { payments: 1n, amount: 500_000n },
    refused: count(1n),
    owed: count(1n),
    reversed: count(1n),
    free: count(1n),
    uncharged: count(1n),
    released: count(0n),
  })
  expect(total).toMatchObject({ notFinal: 5n, earnedEur: 800_004n, refundedNet: 400_000n, refundedNetEur: 320_000n })
})

test('groups add up to the total, also in euro', async () => {
  const sales = [sale({ amount: 10n }), sale({ ...on(sunday), amount: 10n }), sale({ by: { day: friday, offer: 'other' }, amount: 70n })]
  const report = await reportOf(['offer'], { sales, refunds: [refund] })
  expect(report.lines.map(({ by }) => by.offer)).toEqual(['market-price', 'other', 'screenshot'])
  const sum = (pick: (line: (typeof report.lines)[number]) => bigint) => report.lines.reduce((all, line) => all + pick(line), 0n)
  expect(sum((line) => line.figures.earned.amount)).toBe(report.total.figures.earned.amount)
  expect(sum((line) => line.earnedEur!)).toBe(report.total.earnedEur)
  expect(report.lines.at(-1)).toMatchObject({ refundedNet: 400_000n })
})

test('without a rate there is no value in euro, and the report says why', async () => {
  const report = await reportOf(['day'], { sales: [sale(), sale(unpriced('2026-03-20')), sale(unpriced('2026-03-21'))] })
  expect(report.lines.map(({ earnedEur }) => earnedEur)).toEqual([800_000n, null, null])
  const { total, lines } = reportJson(report)
  expect(total).toMatchObject({ earnedUsdc: '3', earnedEur: null })
  expect(total.eurMissing).toMatch(/days from 2026-03-20 to 2026-03-21.* source ecb/)
  expect(lines[0]).toMatchObject({ day: friday, earnedEur: '0.8', rate: { usdPerEur: '1.25', day: friday, source: 'ecb' } })
  expect(reportText(report)).toMatch(/No value in EUR: no reference rate is on record for days from/)
})

test('gas has a value where the price of its coin is on record', async () => {
  const priced = await reportOf([], { rates: [rate(friday, '3000', 'ETH'), rate(friday, '1.25')] })
  expect(priced.gas).toEqual([{ network: 'eip155:8453', name: 'Base', coin: 'ETH', gwei: 2_000_000n, usd: 6_000_000n, eur: 4_800_000n }])
  expect(reportJson(priced).costs).toMatchObject({ gas: [{ spent: '0.002', usd: '6', eur: '4.8' }], languageModelsUsd: '0.005' })
  expect((await reportOf([])).gas).toMatchObject([{ usd: null, eur: null }])
})

test('the text answers what was earned, in euro, and says that countries are not known', async () => {
  const text = reportText(await reportOf(['offer'], { refunds: [refund] }))
  expect(text).toMatch(/^2026-03-01 to 2026-03-31/)
  expect(text).toMatch(/earned +1 USDC +0\.8 EUR {2}1 payment/)
  expect(text).toMatch(/not split by countries of customers/)
  expect(text).toMatch(/market-price +1 +0\.8 +1/)
})

test('a cell that a spreadsheet would run is text', () => {
  expect(csvRow(['=1+1', '+1', '-1', '@x', '\tx', 'a,"b"', null, 'plain'])).toBe(`'=1+1,'+1,'-1,'@x,'\tx,"a,""b""",,plain\r\n`)
})

test('CSV has a row per group, or one for the whole', async () => {
  const [header, ...rows] = reportCsv(await reportOf(['day', 'offer'], { sales: [sale(), sale(on(sunday))] }))
    .trimEnd()
    .split('\r\n')
  expect(header).toMatch(/^day,offer,earned_payments,earned_usdc,.*,usd_per_eur,rate_day,rate_source$/)
  expect(rows).toHaveLength(2)
  expect(rows[1]).toMatch(/^2026-03-08,market-price,1,1,.*,0\.8,0,0,1\.25,2026-03-06,ecb$/)
  expect(
    reportCsv(await reportOf([]))
      .trimEnd()
      .split('\r\n'),
  ).toHaveLength(2)
})
