import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { openSharedFile, type SharedFile } from '../../store/sqlite/open-shared-file.ts'
import { createSpendingBook, spendingSchema, type Outcome, type Purchase } from './spending-book.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const limits = { perDay: 100n, service: 'https://api.example.com' }

let directory: string
let file: SharedFile
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farthing-test-'))
  file = openSharedFile(join(directory, 'spending.db'), spendingSchema)
})
afterEach(() => {
  file.close()
  rmSync(directory, { recursive: true, force: true })
})

let made = 0
function purchase(changes: Partial<Purchase> = {}): Purchase {
  made += 1
  const hex = made.toString(16)
  return {
    id: `id-${hex}`,
    call: `call-${hex}`,
    world: 'live',
    tool: 'quote',
    payer: '0x0000000000000000000000000000000000000001',
    network: 'eip155:8453',
    payTo: '0x0000000000000000000000000000000000000002',
    amount: 40n,
    nonce: `0x${hex.padStart(64, '0')}`,
    validBefore: BigInt(noon / 1000 + 300),
    terms: '{}',
    ...changes,
  }
}

describe('the spending book', () => {
  test('reserves up to the limit of the day, exact to the base unit', () => {
    const book = createSpendingBook(file)
    expect(book.reserve(purchase(), limits, noon)).toMatchObject({ kind: 'reserved' })
    expect(book.reserve(purchase({ amount: 60n }), limits, noon)).toMatchObject({ kind: 'reserved' })
    expect(book.reserve(purchase({ amount: 1n }), limits, noon)).toEqual({ kind: 'over', spent: 100n, resetsAt: noon + 12 * 3_600_000 })
  })

  test('counts days in UTC, and play money separately from real money', () => {
    const book = createSpendingBook(file)
    book.reserve(purchase({ amount: 100n }), limits, noon)
    expect(book.reserve(purchase({ world: 'sandbox' }), limits, noon)).toMatchObject({ kind: 'reserved' })
    expect(book.reserve(purchase(), limits, noon + 12 * 3_600_000 - 1)).toMatchObject({ kind: 'over' })
    expect(book.reserve(purchase(), limits, noon + 12 * 3_600_000)).toMatchObject({ kind: 'reserved' })
  })

  test('returns the same payment for a call until its outcome is known', () => {
    const book = createSpendingBook(file)
    const first = purchase()
    book.reserve(first, limits, noon)
    expect(book.reserve(purchase({ call: first.call }), limits, noon)).toEqual({ kind: 'open', purchase: first })
    expect(book.open(first.call)).toEqual(first)
    book.close(first.id, 'charged', noon)
    expect(book.open(first.call)).toBeNull()
    expect(book.reserve(purchase({ call: first.call }), limits, noon)).toMatchObject({ kind: 'reserved' })
  })

  test('never frees what was charged', () => {
    const book = createSpendingBook(file)
    const first = purchase()
    book.reserve(first, limits, noon)
    book.close(first.id, 'charged', noon)
    book.release(first.id, noon)
    book.close(first.id, 'unused', noon)
    expect(book.spending('live', noon).spent).toBe(40n)
  })

  test('gives an unused nonce to the next payment of at least that amount, but not to another network or payer', () => {
    const book = createSpendingBook(file)
    const first = purchase()
    book.reserve(first, limits, noon)
    book.close(first.id, 'unused', noon)
    for (const changes of [{ network: 'eip155:10' }, { payer: '0x0000000000000000000000000000000000000003' }, { amount: 10n }] as const) {
      const other = purchase(changes)
      expect(book.reserve(other, { ...limits, perDay: 1000n }, noon)).toEqual({ kind: 'reserved', purchase: other })
    }
    const next = purchase({ amount: 50n })
    expect(book.reserve(next, { ...limits, perDay: 1000n }, noon)).toEqual({ kind: 'reserved', purchase: { ...next, nonce: first.nonce } })
    expect(book.spending('live', noon).spent).toBe(40n + 40n + 10n + 50n)
  })

  test('frees nothing under a nonce while an earlier signature under it is still valid, also after a restart', () => {
    const book = createSpendingBook(file)
    const second = (after: number) => BigInt(noon / 1000 + after)
    const long = purchase({ validBefore: second(3_600) })
    book.reserve(long, limits, noon)
    book.close(long.id, 'unused', noon)
    const short = purchase({ validBefore: second(1) })
    expect(book.reserve(short, limits, noon)).toMatchObject({ kind: 'reserved', purchase: { nonce: long.nonce } })
    book.close(short.id, 'uncharged', noon)
    file.close()
    file = openSharedFile(join(directory, 'spending.db'), spendingSchema)
    const restarted = createSpendingBook(file)
    expect(restarted.expired('live', second(600), noon)).toEqual([])
    expect(restarted.expired('live', second(3_600), noon)).toEqual([])
    expect(restarted.expired('live', second(3_601), noon)).toMatchObject([{ id: short.id, nonce: long.nonce }])
  })

  test('frees what was signed alone under its nonce as soon as that has expired', () => {
    const book = createSpendingBook(file)
    const other = purchase({ validBefore: BigInt(noon / 1000 + 3_600) })
    const mine = purchase({ validBefore: BigInt(noon / 1000 + 1) })
    for (const one of [other, mine]) book.reserve(one, limits, noon)
    expect(book.expired('live', BigInt(noon / 1000 + 2), noon)).toMatchObject([{ id: mine.id }])
  })

  test('never lets more be spent than the limit, whichever signatures are kept, with whatever terms, and whatever is freed', () => {
    const step = fc.record({
      amount: fc.bigInt(1n, 60n),
      call: fc.integer({ min: 0, max: 5 }),
      validFor: fc.integer({ min: 1, max: 3_600 }),
      wait: fc.integer({ min: 0, max: 1_200 }),
      outcome: fc.option(fc.constantFrom<Outcome>('uncharged', 'refused', 'unused')),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        made += 1
        const own = openSharedFile(join(directory, `run-${made}.db`), spendingSchema)
        const book = createSpendingBook(own)
        const signed: { nonce: string; amount: bigint; validBefore: bigint }[] = []
        let now = noon
        for (const { amount, call, validFor, wait, outcome } of steps) {
          now += wait * 1000
          const at = BigInt(now / 1000)
          // The service has spent nothing so far, so the chain knows no nonce as used.
          for (const { id } of book.expired('live', at, now)) book.release(id, now)
          const asked = purchase({ amount, call: String(call), validBefore: at + BigInt(validFor) })
          const reservation = book.reserve(asked, limits, now)
          if (reservation.kind === 'reserved') signed.push(reservation.purchase)
          if (reservation.kind === 'reserved' || reservation.kind === 'open') if (outcome) book.close(reservation.purchase.id, outcome, now)
          // Now it spends the dearest of what is still valid under each nonce.
          const spendable = Map.groupBy(
            signed.filter(({ validBefore }) => validBefore >= at),
            ({ nonce }) => nonce,
          )
          const taken = [...spendable.values()].map((ones) => ones.reduce((most, one) => (one.amount > most ? one.amount : most), 0n))
          expect(taken.reduce((sum, value) => sum + value, 0n)).toBeLessThanOrEqual(limits.perDay)
        }
        own.close()
      }),
      { numRuns: runsOf(300) },
    )
  })

  test('never signs for more than the limit, each nonce counted once, whatever happens and whatever the service says', () => {
    const step = fc.record({
      amount: fc.bigInt(1n, 60n),
      call: fc.integer({ min: 0, max: 5 }),
      outcome: fc.option(fc.constantFrom<Outcome>('charged', 'uncharged', 'refused', 'unused')),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        made += 1
        const own = openSharedFile(join(directory, `run-${made}.db`), spendingSchema)
        const book = createSpendingBook(own)
        const signed = new Map<string, bigint>()
        for (const { amount, call, outcome } of steps) {
          const reservation = book.reserve(purchase({ amount, call: String(call) }), limits, noon)
          if (reservation.kind !== 'reserved' && reservation.kind !== 'open') continue
          const { nonce, amount: value, id } = reservation.purchase
          signed.set(nonce, value > (signed.get(nonce) ?? 0n) ? value : signed.get(nonce)!)
          if (outcome !== null) book.close(id, outcome, noon)
        }
        // A holder of all signatures can spend one under each nonce.
        const exposed = [...signed.values()].reduce((sum, value) => sum + value, 0n)
        expect(exposed).toBeLessThanOrEqual(100n)
        expect(book.spending('live', noon).spent).toBe(exposed)
        own.close()
      }),
      { numRuns: runsOf(300) },
    )
  })
})
