import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileTrial } from './compile-trial.fixture.ts'
import { at, codes, openHostileChain, type HostileChain } from './hostile-chain.fixture.ts'
import { tokenTrialCode } from './token-trial-code.ts'

let world: HostileChain
beforeAll(async () => void (world = await openHostileChain()))
afterAll(() => world?.close())

describe('a trial sale', () => {
  const trialOf = async (address: string) => {
    const { body } = await world.analyse(address)
    return { trial: body.transferSimulation, codes: codes(body), verdict: body.verdict, holders: body.holders }
  }

  test('of a token that makes new buyers wait is a danger, though its holders can sell', async () => {
    expect(await trialOf(at.cooldown)).toMatchObject({
      trial: { honeypot: null, buyTaxPercent: 0, sellTaxPercent: null, tokens: 'holder', holdersTried: 3, holdersRefused: 0 },
      codes: expect.arrayContaining(['buyer_refused']),
      verdict: 'danger',
    })
  })

  test('of one that lets a trial pass and none of its holders is a honeypot', async () => {
    expect(await trialOf(at.grudge)).toMatchObject({
      trial: { honeypot: true, sellTaxPercent: 0, holdersTried: 3, holdersRefused: 3 },
      codes: expect.arrayContaining(['honeypot']),
      verdict: 'danger',
    })
  })

  test('of one that nobody can move says so', async () => {
    expect(await trialOf(at.frozen)).toMatchObject({
      trial: { honeypot: null, buyTaxPercent: null, holdersTried: 3, holdersRefused: 3 },
      codes: expect.arrayContaining(['transfers_refused']),
      verdict: 'danger',
    })
  })

  test('of one without a single event is made with a balance that is made up, where the token keeps balances', async () => {
    const { trial, codes, holders } = await trialOf(at.silent)
    expect(trial).toMatchObject({
      tokens: 'made-up',
      honeypot: false,
      buyTaxPercent: 40,
      sendTaxPercent: 40,
      sellTaxPercent: 40,
      holdersTried: 0,
    })
    expect(codes).toEqual(expect.arrayContaining(['ruinous_tax', 'events_contradicted']))
    expect(holders).toMatchObject({ count: 0, largest: [], firstTransferAt: null })
  })

  test('of what is no token can’t be made, and the answer says so', async () => {
    const { body } = await world.analyse(at.hostile)
    expect(body.transferSimulation).toBeNull()
    expect(body.notObserved).toContainEqual({
      field: 'transferSimulation',
      reason: expect.stringContaining('Nobody was found who holds it'),
    })
    expect(body.confidence).toBe(0.8)
  })
})

test('a token whose events are half of the truth is told by its balances, and contradicts itself', async () => {
  const { body } = await world.analyse(at.halfTold)
  expect(codes(body)).toContain('events_contradicted')
  expect(body.holders?.largest.map(({ percent }) => percent)).toEqual([60, 10, 10, 10, 10])
})

test('the code that stands in for accounts in a trial is that of its source', () => {
  const { code, selectors } = compileTrial()
  expect(tokenTrialCode).toBe(code)
  expect(selectors).toMatchObject({
    'look(address,address[])': '0d6dbda3',
    'trade(address,address,address,address,address)': '0c5c4809',
  })
})
