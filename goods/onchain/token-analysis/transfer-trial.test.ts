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

  test('gives danger for a token that makes new buyers wait, although its holders can sell', async () => {
    expect(await trialOf(at.cooldown)).toMatchObject({
      trial: { honeypot: null, buyTaxPercent: 0, sellTaxPercent: null, tokens: 'holder', triedHolderCount: 3, refusedHolderCount: 0 },
      codes: expect.arrayContaining(['buyer_refused']),
      verdict: 'danger',
    })
  })

  test('finds a honeypot in a token that lets the trial pass and none of its holders sell', async () => {
    expect(await trialOf(at.grudge)).toMatchObject({
      trial: { honeypot: true, sellTaxPercent: 0, triedHolderCount: 3, refusedHolderCount: 3 },
      codes: expect.arrayContaining(['honeypot']),
      verdict: 'danger',
    })
  })

  test('says so for a token that nobody can move', async () => {
    expect(await trialOf(at.frozen)).toMatchObject({
      trial: { honeypot: null, buyTaxPercent: null, triedHolderCount: 3, refusedHolderCount: 3 },
      codes: expect.arrayContaining(['transfers_refused']),
      verdict: 'danger',
    })
  })

  test("sets a balance in the token's storage where the token has no events", async () => {
    const { trial, codes, holders } = await trialOf(at.silent)
    expect(trial).toMatchObject({
      tokens: 'made-up',
      honeypot: false,
      buyTaxPercent: 40,
      sendTaxPercent: 40,
      sellTaxPercent: 40,
      triedHolderCount: 0,
    })
    expect(codes).toEqual(expect.arrayContaining(['ruinous_tax', 'events_contradicted']))
    expect(holders).toMatchObject({ count: 0, largest: [], firstTransferAt: null })
  })

  test('is impossible for a contract that is not a token, and the answer says so', async () => {
    const { body } = await world.analyse(at.hostile)
    expect(body.transferSimulation).toBeNull()
    expect(body.notObserved).toContainEqual({
      field: 'transferSimulation',
      reason: expect.stringContaining('No holder was found'),
    })
    expect(body.observedShare).toBe(0.8)
  })
})

test('a token with incomplete events is described by its balances and flagged as contradicted', async () => {
  const { body } = await world.analyse(at.halfTold)
  expect(codes(body)).toContain('events_contradicted')
  expect(body.holders?.largest.map(({ share }) => share)).toEqual([0.6, 0.1, 0.1, 0.1, 0.1])
})

test('the committed trial code is compiled from its source', () => {
  const { code, selectors } = compileTrial()
  expect(tokenTrialCode).toBe(code)
  expect(selectors).toMatchObject({
    'look(address,address[])': '0d6dbda3',
    'trade(address,address,address,address,address)': '0c5c4809',
  })
})
