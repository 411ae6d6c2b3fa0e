import { expect, test } from 'vitest'
import { readReportArguments } from './report.ts'
import { UsageError } from './define/usage-error.ts'

const now = Date.parse('2026-03-17T23:30:00Z')
const read = (...args: string[]) => readReportArguments(args, now)

test('the days of a report', () => {
  expect(read()).toMatchObject({ firstDay: '2026-03-01', lastDay: '2026-03-31', by: [], form: 'text' })
  expect(read('--month', '2028-02')).toMatchObject({ firstDay: '2028-02-01', lastDay: '2028-02-29' })
  expect(read('--from', '2026-02-28')).toMatchObject({ firstDay: '2026-02-28', lastDay: '2026-03-17' })
  expect(read('--from', '2026-02-28', '--to', '2026-02-28', '--by', 'day, offer,day', '--json')).toMatchObject({
    lastDay: '2026-02-28',
    by: ['day', 'offer'],
    form: 'json',
  })
  expect(read('--help')).toBe('help')
})

test.each([
  [['--month', '2026-13']],
  [['--month', '2026-3']],
  [['--from', '2026-02-30']],
  [['--from', '2026-03-02', '--to', '2026-03-01']],
  [['--to', '2026-03-01']],
  [['--month', '2026-03', '--from', '2026-03-01']],
  [['--by', 'country']],
  [['--csv', '--json']],
  [['--wrong']],
  [['extra']],
])('refuses %j', (args) => {
  expect(() => read(...args)).toThrow(UsageError)
})
