import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { RpcUnreachable } from '../../chain/chain.ts'
import { dailyQuota, free, uncharged } from '../../offers/offer.ts'
import { countsForCaller, Problem, problem, problems, type ProblemCode } from '../../shared/problems.ts'
import { UpstreamUnreachable } from '../../net/upstream-errors.ts'
import { utcHour } from '../../shared/clock.ts'
import { StoreFailed } from '../../store/store.ts'
import { openGateFixture, type GateFixture } from '../gate.fixture.ts'

const codes = Object.keys(problems) as ProblemCode[]
const ofTill = codes.map((code) => ({ code, ...problems[code] }))
const ofGoods = (['caller', 'unknown', 'upstream', 'us'] as const).map((decidedBy) =>
  problem({ code: `tide_by_${decidedBy}`, decidedBy, status: 404, title: 'No such tide', fix: 'Name another port.' }),
)
const client = '192.0.2.1'

const countedFor = (fixture: GateFixture) => fixture.ledger.runsOfClient({ client, hour: utcHour(fixture.clock.at) })
const failing = (fixture: GateFixture, error: () => unknown) => {
  fixture.run = () => Promise.reject(error())
}
const codeOf = (outcome: Awaited<ReturnType<GateFixture['ask']>>) => (outcome.kind === 'refused' ? outcome.refusal.code : outcome.kind)

describe('a run that ends in a problem counts by who decides it', () => {
  test.each([...ofTill, ...ofGoods].map((kind) => [kind.code, kind] as const))('%s', async (code, kind) => {
    const fixture = openGateFixture()
    failing(fixture, () => new Problem(kind, 'So it ended.'))
    expect(await fixture.ask(await fixture.pay())).toMatchObject({ refusal: { code }, payment: { state: 'released' } })
    expect(await countedFor(fixture)).toBe(['caller', 'unknown'].includes(kind.decidedBy) ? 1 : 0)
  })

  test.each<[string, () => unknown, ProblemCode]>([
    ['a mistake', () => new TypeError('x is not a function'), 'run_failed'],
    ['too deep a stack', () => new RangeError('Maximum call stack size exceeded'), 'run_failed'],
    ['something that is not an error', () => 'boom', 'run_failed'],
    ['a source that does not answer', () => new UpstreamUnreachable('timeout'), 'upstream_unavailable'],
    ['a node that does not answer', () => new RpcUnreachable('no node'), 'upstream_unavailable'],
    ['a full disk', () => new StoreFailed('disk full'), 'internal_error'],
  ])('thrown: %s', async (_, error, code) => {
    const fixture = openGateFixture()
    failing(fixture, error)
    expect(await fixture.ask(await fixture.pay())).toMatchObject({ refusal: { code }, payment: { state: 'released' } })
    expect(await countedFor(fixture)).toBe(countsForCaller(code) ? 1 : 0)
  })

  test.each([
    ['caller', 1],
    ['unknown', 1],
    ['upstream', 0],
    ['us', 0],
  ] as const)('an answer that is not charged, as decided by %s', async (decidedBy, runs) => {
    const fixture = openGateFixture()
    fixture.run = async () => uncharged({}, 'inconclusive', decidedBy)
    await fixture.ask(await fixture.pay())
    expect(await countedFor(fixture)).toBe(runs)
  })
})

describe('a run that takes longer counts more for the client', () => {
  test.each([
    [0, 1],
    [1_000, 1],
    [1_001, 2],
    [14_500, 15],
    [3_600_000 * 5, 60],
    [-5_000, 1],
  ])('%i ms count as %i', async (ms, counted) => {
    const fixture = openGateFixture()
    fixture.run = async () => {
      fixture.clock.at += ms
      throw new Problem('no_data', 'it took too long')
    }
    await fixture.ask(await fixture.pay())
    expect(await countedFor(fixture)).toBe(counted)
  })
})

describe('new wallets of one client', () => {
  test('have its hour together, and a wallet that has settled there is served beside them', async () => {
    const fixture = openGateFixture()
    const honest = generatePrivateKey()
    const { authorization } = (await fixture.pay({ privateKey: honest })).proof as { authorization: { from: `0x${string}` } }
    fixture.history.set(authorization.from.toLowerCase(), { payments: 1, value: 50_000n })
    const runs: string[] = []
    fixture.run = async () => {
      runs.push('run')
      fixture.clock.at += 15_000
      throw new Problem('answer_refused', 'it took too long')
    }
    const outcomes: string[] = []
    for (let wallet = 0; wallet < 90; wallet++)
      outcomes.push(codeOf(await fixture.ask(await fixture.pay({ privateKey: generatePrivateKey() }))))
    // 1,000 seconds: 66 runs of 15 s, and the one that passes the limit.
    expect(runs).toHaveLength(67)
    expect(outcomes.slice(67)).toEqual(Array(23).fill('too_many_uncharged_runs'))
    fixture.run = async () => ({ body: { thing: 1 }, charge: true })
    expect(await fixture.ask(await fixture.pay({ privateKey: honest }))).toMatchObject({ kind: 'answer', payment: { state: 'settled' } })
    expect(await fixture.ask(await fixture.pay(), { client: '198.51.100.7' })).toMatchObject({ kind: 'answer' })
  })
})

describe('a payer', () => {
  test('may have 30 runs that fail by its doing, and one more for each payment that it has settled, up to 256', async () => {
    for (const [settled, may] of [
      [0, 30],
      [20, 50],
      [1_000, 256],
    ] as const) {
      const fixture = openGateFixture()
      const privateKey = generatePrivateKey()
      const payment = await fixture.pay({ privateKey })
      const { authorization } = payment.proof as { authorization: { from: `0x${string}` } }
      fixture.history.set(authorization.from.toLowerCase(), { payments: settled, value: 1n })
      failing(fixture, () => new Problem('unknown_name', 'none'))
      let ran = 0
      while (codeOf(await fixture.ask(payment)) === 'unknown_name') ran += 1
      expect([settled, ran]).toEqual([settled, may])
    }
  })

  test('is never barred for a bad day of a source, a node, or ours', async () => {
    const fixture = openGateFixture()
    const payment = await fixture.pay()
    const ours = codes.filter((code) => !countsForCaller(code))
    for (let call = 0; call < 60; call++) {
      failing(fixture, () => new Problem(ours[call % ours.length]!, 'a bad day'))
      expect(codeOf(await fixture.ask(payment))).toBe(ours[call % ours.length])
    }
  })
})

describe('a free call', () => {
  test('of work counts when it fails by its caller, with those of the new wallets of its client', async () => {
    const fixture = openGateFixture(free, undefined, { fairUse: { burst: 10_000, perMinute: 10_000 } })
    let runs = 0
    fixture.run = async () => {
      runs += 1
      fixture.clock.at += 10_000
      throw new Problem('engine_failed', 'its text took too long')
    }
    for (let call = 0; call < 150; call++) await fixture.ask(null)
    expect(runs).toBe(100)
    expect(codeOf(await fixture.ask(null))).toBe('too_many_uncharged_runs')
    expect(codeOf(await fixture.ask(null, { client: '198.51.100.7' }))).toBe('engine_failed')
  })

  test('that fails by our doing never does', async () => {
    const fixture = openGateFixture(free, undefined, { fairUse: { burst: 10_000, perMinute: 10_000 } })
    fixture.run = async () => {
      fixture.clock.at += 10_000
      throw new Problem('overloaded', 'it waited too long for its turn')
    }
    for (let call = 0; call < 150; call++) expect(codeOf(await fixture.ask(null))).toBe('overloaded')
  })

  test.each<[ProblemCode, number, number]>([
    // Of 25 units, 30 failures give theirs back, and then each costs one.
    ['unknown_name', 55, 0],
    ['run_failed', 55, 0],
    ['upstream_unavailable', 70, 25],
    ['overloaded', 70, 25],
  ])('on the quota that ends in %s: %i of 70 are run, and %i units are left', async (code, ran, left) => {
    const fixture = openGateFixture(dailyQuota('0.05'))
    let runs = 0
    fixture.run = async () => {
      runs += 1
      throw code === 'run_failed' ? new TypeError('none') : new Problem(code, 'none')
    }
    let last: Awaited<ReturnType<GateFixture['ask']>> | undefined
    for (let call = 0; call < 70; call++) last = await fixture.ask(null)
    expect([runs, last?.quota?.remaining]).toEqual([ran, left])
  })
})

describe('the first call free of work that costs us money', () => {
  const cheap = { kind: 'fixed', price: 20_000n } as const
  const value = 20_000n
  const dear = () => openGateFixture(cheap, undefined, { settle: 'first' })

  test('is used up when it fails by its caller', async () => {
    const fixture = dear()
    failing(fixture, () => new Problem('no_data', 'it took too long'))
    const privateKey = generatePrivateKey()
    expect(await fixture.ask(await fixture.pay({ value, privateKey }))).toMatchObject({ payment: { state: 'released' } })
    // Settled before the work now: the payment is a credit.
    expect(await fixture.ask(await fixture.pay({ value, privateKey }))).toMatchObject({ payment: { state: 'credit', free: false } })
  })

  test('is given back when it fails by our doing', async () => {
    const fixture = dear()
    failing(fixture, () => new Problem('overloaded', 'it waited too long'))
    const privateKey = generatePrivateKey()
    await fixture.ask(await fixture.pay({ value, privateKey }))
    fixture.run = async () => ({ body: {}, charge: true })
    expect(await fixture.ask(await fixture.pay({ value, privateKey }))).toMatchObject({ kind: 'answer', payment: { state: 'free' } })
  })

  test('is given back of other offers, whatever the reason', async () => {
    const fixture = openGateFixture(cheap)
    failing(fixture, () => new Problem('unknown_name', 'none'))
    const privateKey = generatePrivateKey()
    await fixture.ask(await fixture.pay({ value, privateKey }))
    fixture.run = async () => ({ body: {}, charge: true })
    expect(await fixture.ask(await fixture.pay({ value, privateKey }))).toMatchObject({ kind: 'answer', payment: { state: 'free' } })
  })

  test('is had by ten new wallets of a client a day, also when it fails, and further ones pay', async () => {
    const fixture = dear()
    const states: (string | undefined)[] = []
    for (let wallet = 0; wallet < 14; wallet++) {
      failing(fixture, () => new Problem('answer_refused', 'it took too long'))
      const outcome = await fixture.ask(await fixture.pay({ value, privateKey: generatePrivateKey() }))
      states.push('payment' in outcome ? outcome.payment?.state : undefined)
    }
    expect(states).toEqual([...Array(10).fill('released'), ...Array(4).fill('credit')])
    fixture.run = async () => ({ body: {}, charge: true })
    const elsewhere = await fixture.ask(await fixture.pay({ value, privateKey: generatePrivateKey() }), { client: '198.51.100.7' })
    expect(elsewhere).toMatchObject({ kind: 'answer', payment: { state: 'free' } })
  })
})
