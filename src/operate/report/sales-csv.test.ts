import { expect, test } from 'vitest'
import type { SalesRow, SalesPage } from '../../ledger/reading/sales-rows.ts'
import { salesCsv } from './sales-csv.ts'

const at = (time: string) => Date.parse(`2026-03-06T${time}Z`)

const payment = (id: string, moment: number, changes: Partial<SalesRow> = {}): SalesRow => ({
  id,
  state: 'settled',
  theft: false,
  offerId: 'market-price',
  network: 'eip155:8453',
  protocol: 'x402',
  payer: '0x01',
  payTo: '0x02',
  amount: 7_500n,
  moment,
  transaction: '0xabc',
  blockNumber: 12n,
  final: true,
  reason: null,
  ...changes,
})

async function rowsOf(hot: readonly SalesRow[], archived: readonly SalesRow[]): Promise<string[][]> {
  const reading = {
    hotSales: async () => [...hot],
    // One at a time, so that every payment begins a page.
    archivedSales: async ({ after }: SalesPage) => archived.filter(({ id }) => after === null || id > after.id).slice(0, 1),
    rates: async () => [{ unit: 'EUR', day: '2026-03-06', usd: '1.25', source: 'ecb' }],
  }
  let text = ''
  for await (const piece of salesCsv(reading, { firstDay: '2026-03-01', lastDay: '2026-03-31' })) text += piece
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}

test('hot and archived payments are in the order of time, each once', async () => {
  const [archivedFirst, archivedLast] = [payment('a1', at('10:00:00')), payment('a3', at('12:00:00'))]
  const rows = await rowsOf([payment('h2', at('11:00:00')), archivedLast, payment('h4', at('13:00:00'))], [archivedFirst, archivedLast])
  expect(rows.map(([id]) => id)).toEqual(['receipt', 'a1', 'h2', 'a3', 'h4'])
})

test('a row has the value in euro with its rate, and where the money moved', async () => {
  const [header, row] = await rowsOf([payment('h', at('10:00:00'))], [])
  expect(Object.fromEntries(header!.map((name, index) => [name, row![index]]))).toEqual({
    receipt: 'h',
    time_utc: '2026-03-06T10:00:00.000Z',
    offer: 'market-price',
    category: 'earned',
    network: 'Base',
    protocol: 'x402',
    payer: '0x01',
    pay_to: '0x02',
    price_usdc: '0.0075',
    earned_usdc: '0.0075',
    earned_eur: '0.006',
    usd_per_eur: '1.25',
    rate_day: '2026-03-06',
    rate_source: 'ecb',
    transaction: '0xabc',
    block: '12',
    final: 'yes',
    reason: '',
  })
})

test('what is not income has its price, and earned nothing', async () => {
  const [, refused, theft] = await rowsOf(
    [payment('h1', at('10:00:00'), { state: 'refused' }), payment('h2', at('10:00:01'), { theft: true })],
    [],
  )
  expect(refused!.slice(3, 4).concat(refused!.slice(8, 11))).toEqual(['refused', '0.0075', '0', '0'])
  expect(theft!.slice(3, 4).concat(theft!.slice(8, 11))).toEqual(['theft', '0.0075', '0', '0'])
})
