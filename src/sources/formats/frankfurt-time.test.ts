import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysBetween, frankfurtDay, frankfurtMoment, isWeekend, shiftDay } from './frankfurt-time.ts'

const wallClock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' })
const days = fc.integer({ min: 0, max: 20_000 }).map((offset) => shiftDay('2000-01-01', offset))

test('agrees with the time zone database on every day', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 4, max: 23 }), fc.integer({ min: 0, max: 59 }), (day, hour, minute) => {
      const two = (value: number) => String(value).padStart(2, '0')
      expect(wallClock.format(frankfurtMoment(day, hour, minute))).toBe(`${day} ${two(hour)}:${two(minute)}`)
    }),
  )
})

test('the day in Frankfurt is that of the time zone database at every moment', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2050, 0, 1) }), (at) => {
      expect(frankfurtDay(at)).toBe(wallClock.format(at).slice(0, 10))
    }),
  )
})

test('days are counted and shifted over months, leap days and years', () => {
  expect([shiftDay('2028-02-28', 1), shiftDay('2026-12-31', 1), shiftDay('2026-03-01', -1)]).toEqual([
    '2028-02-29',
    '2027-01-01',
    '2026-02-28',
  ])
  fc.assert(
    fc.property(days, fc.integer({ min: -500, max: 500 }), (day, shift) => {
      expect(daysBetween(day, shiftDay(day, shift))).toBe(shift)
    }),
  )
  expect(['2026-10-02', '2026-10-03', '2026-10-04', '2026-10-05'].map(isWeekend)).toEqual([false, true, true, false])
})
