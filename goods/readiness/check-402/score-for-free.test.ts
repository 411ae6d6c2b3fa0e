import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import type { BriefScore } from '../../../src/goods/kit/ports.ts'
import { createFreeScores } from './score-for-free.ts'

const good = { score: 80, missing: [] as readonly string[] } as BriefScore
const payee = (index: number): Hex => `0x${index.toString(16).padStart(40, '0')}`
const hourMs = 3_600_000

/** Free checks of clients; a score counts as the 37 questions to nodes that it may cause, and a look at the issuer's list as one. */
function open({ score = good, units = Infinity, blacklisted = false } = {}) {
  const state = { at: 1_000_000, questions: 0, units, blacklisted }
  const scores = createFreeScores({
    score: async () => {
      state.questions += 37
      return score
    },
    isBlacklisted: async (_, chains) => {
      state.questions += chains.length
      return state.blacklisted
    },
  })
  const chain = {} as Chain
  const check = (address: Hex, client = 'a client') =>
    scores(address, [chain], {
      clock: { now: () => state.at },
      caller: { standing: 'free', client, payer: null },
      takeFreeUnit: async () => (state.units -= 1) >= 0,
      signal: new AbortController().signal,
    } as OfferContext)
  return { state, check }
}

describe('the score of a free check', () => {
  test('is made once an hour for each payee, whoever asks', async () => {
    const { state, check } = open()
    for (let index = 0; index < 50; index += 1) expect((await check(payee(7), `client ${index}`)).score).toBe(good)
    expect(state.questions).toBe(37)
    state.at += hourMs
    await check(payee(7))
    expect(state.questions).toBe(74)
  })

  test('is made again after ten minutes where something was missing from it', async () => {
    const { state, check } = open({ score: { ...good, missing: ['age (not_answered)'] } })
    await check(payee(7))
    state.at += hourMs / 6
    await check(payee(7))
    expect(state.questions).toBe(74)
  })

  test('is shown while its client has a free call of the day left, and serves the advice afterwards', async () => {
    const { check } = open({ units: 1 })
    expect(await check(payee(7))).toMatchObject({ score: good, isShown: true })
    expect(await check(payee(7))).toMatchObject({ score: good, isShown: false })
  })
})

describe('checks of ever new payees', () => {
  test('cause 300 questions to nodes in the first hour of a client, and 150 in each later one', async () => {
    const { state, check } = open()
    const each = []
    for (let hour = 0; hour < 3; hour += 1) {
      const before = state.questions
      for (let minute = 0; minute < 60; minute += 1) {
        for (let call = 0; call < 20; call += 1) await check(payee(hour * 10_000 + minute * 100 + call))
        state.at += hourMs / 60
      }
      each.push(state.questions - before)
    }
    expect(each[0]).toBeLessThanOrEqual(300)
    expect(each[1]).toBeLessThanOrEqual(150)
    expect(each[2]).toBeLessThanOrEqual(150)
  })

  test('cause 4,500 in an hour from a thousand clients together', async () => {
    const { state, check } = open()
    for (let minute = 0; minute < 60; minute += 1) {
      for (let client = 0; client < 1_000; client += 10) await check(payee(minute * 1_000 + client), `client ${client + (minute % 10)}`)
      state.at += hourMs / 60
    }
    expect(state.questions).toBeLessThanOrEqual(4_500)
  })

  test('leave those of another client their scores', async () => {
    const { check } = open()
    for (let index = 0; index < 200; index += 1) await check(payee(index + 10))
    expect((await check(payee(9_999))).score).toBeNull()
    expect((await check(payee(9_998), 'another client')).score).toBe(good)
  })

  test('are told that the issuer has blacklisted a payee, and what nobody was asked stays unknown', async () => {
    const { check } = open({ blacklisted: true })
    for (let index = 0; index < 3; index += 1) await check(payee(index + 10))
    expect(await check(payee(99))).toEqual({ score: null, isShown: false, blacklisted: true })
    for (let index = 0; index < 40; index += 1) await check(payee(index + 100))
    expect(await check(payee(98))).toEqual({ score: null, isShown: false, blacklisted: null })
  })
})
