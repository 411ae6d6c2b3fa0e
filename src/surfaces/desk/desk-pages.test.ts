import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  claimed,
  claimOf,
  dayMs,
  hourMs,
  noon,
  polygon,
  served,
  settled,
  settlementOf,
  wallet,
} from '../../ledger/contract/open-ledger.fixture.ts'
import { formatUsd, usd } from '../../shared/money.ts'
import { injected, nasty } from '../console/console.fixture.ts'
import { callCountKey } from '../../shared/call-count.ts'
import { openTestDesk, tokens, type TestDesk } from './desk.fixture.ts'

let desk: TestDesk
beforeEach(() => void (desk = openTestDesk()))
afterEach(() => desk.close())

const idAt = (time: number, number: number) => time.toString(16).padStart(12, '0') + number.toString(16).padStart(20, '0')
const api = async (path: string, token: string = tokens.admin) =>
  (await desk.send(`/operator/api${path}`, { headers: { authorization: `Bearer ${token}` } })).json() as Promise<Record<string, unknown>>
const page = async (path: string, cookie: string) => {
  const answer = await desk.send(path, { headers: { cookie } })
  return { status: answer.status, text: await answer.text() }
}
const post = async (path: string, cookie: string, fields: Record<string, string>) => {
  const body = new URLSearchParams({ 'form-token': await desk.formToken(cookie), ...fields })
  const answer = await desk.send(path, { method: 'POST', body, headers: { cookie } })
  return { status: answer.status, text: await answer.text() }
}

/** Calls of today, of yesterday and of last week, some of them not settled. */
async function fill(): Promise<void> {
  const at = (now: number, number: number, more: object = {}) => claimOf({ now, id: idAt(now, number), ...more })
  const pay = async (now: number, number: number, more: object = {}) => {
    const payment = await served(desk.ledger, at(now, number, more))
    await desk.ledger.settle([{ ...settlementOf(payment.id), at: now }])
  }
  await pay(noon - hourMs, 1)
  await pay(noon - 2 * hourMs, 2, { payer: wallet(2), offerId: 'screenshot', amount: 20_000n, network: polygon })
  await pay(noon - dayMs - hourMs, 3)
  // After this hour of yesterday, so it is not compared.
  await pay(noon - dayMs + hourMs, 4)
  await pay(noon - 7 * dayMs - hourMs, 5)
  await claimed(desk.ledger, at(noon - 7 * 60_000, 6, { payer: wallet(4), amount: 1_000n }))
}

test('the first screen compares today with the same hour of earlier days, and has the money under way by age', async () => {
  await fill()
  const summary = await api('/summary')
  expect(summary['days']).toMatchObject({
    today: { earnedUsdc: '0.0275', calls: 2, payingWallets: 2 },
    yesterday: { earnedUsdc: '0.0075', calls: 1, payingWallets: 1 },
    lastWeek: { earnedUsdc: '0.0075', calls: 1, payingWallets: 1 },
  })
  expect((summary['underWay'] as { payments: number }[]).map(({ payments }) => payments)).toEqual([0, 1, 0, 0])
  const report = await api('/report?from=2026-11-21&to=2026-11-21&by=offer')
  expect(report['total']).toMatchObject({
    earnedUsdc: '0.0275',
    payments: { earned: { payments: 2 }, under_way: { payments: 1, usdc: '0.001' } },
  })
})

test('every figure of a day with faults equals the report and the rows behind it: the differences are 0', async () => {
  await fill()
  const at = (number: number, more: object = {}) => claimOf({ now: noon - hourMs, id: idAt(noon - hourMs, number), ...more })
  await desk.ledger.refuse({ id: (await served(desk.ledger, at(20))).id, reason: 'authorization_expired', at: noon })
  const released = await claimed(desk.ledger, at(21))
  await desk.ledger.release({ id: released.id, epoch: released.epoch, reason: 'run_failed', counted: null })
  const gone = await served(desk.ledger, at(22))
  await desk.ledger.settle([{ ...settlementOf(gone.id), at: noon }])
  await desk.ledger.unsettle({ id: gone.id, at: noon })
  await served(desk.ledger, at(23, { network: polygon }))
  // The whole day, which reports are about.
  desk.now = noon + 12 * hourMs - 1
  type Figures = Readonly<Record<string, { payments: number; usdc: string }>>
  const { days, underWay } = (await api('/summary')) as {
    days: { today: Record<string, unknown> }
    underWay: { payments: number; usdc: string }[]
  }
  const { total } = (await api('/report?from=2026-11-21&to=2026-11-21')) as { total: { earnedUsdc: string; payments: Figures } }
  expect([days.today['earnedUsdc'], days.today['calls']]).toEqual([total.earnedUsdc, total.payments['earned']!.payments])
  expect(underWay.reduce((sum, { payments }) => sum + payments, 0)).toBe(total.payments['under_way']!.payments)
  const rows = (await api('/payments?since=2026-11-21&limit=1000'))['payments'] as { state: string; usdc: string }[]
  const sums = (...states: string[]) => {
    const fit = rows.filter(({ state }) => states.includes(state))
    return { payments: fit.length, usdc: formatUsd(fit.reduce((sum, { usdc }) => sum + usd(usdc), 0n)) }
  }
  expect(sums('settled')).toEqual(total.payments['earned'])
  expect(sums('claimed', 'ordered', 'served', 'settling')).toEqual(total.payments['under_way'])
  expect([sums('refused'), sums('released')]).toEqual([total.payments['refused'], total.payments['released']])
  expect(rows.length).toBe(Object.values(total.payments).reduce((sum, { payments }) => sum + payments, 0))
})

test('the last seven days are split in five ways, each of which adds up to the report, and leads to its rows', async () => {
  await fill()
  type Part = { name: string; usdc: string; calls: number }
  const { firstDay, lastDay, by } = (await api('/summary'))['week'] as {
    firstDay: string
    lastDay: string
    by: Readonly<Record<string, readonly Part[]>>
  }
  expect([firstDay, lastDay]).toEqual(['2026-11-15', '2026-11-21'])
  const { total } = (await api(`/report?from=${firstDay}&to=${lastDay}`)) as { total: { earnedUsdc: string; payments: { earned: object } } }
  for (const [dimension, parts] of Object.entries(by)) {
    const usdc = formatUsd(parts.reduce((sum, part) => sum + usd(part.usdc), 0n))
    expect({ payments: parts.reduce((sum, { calls }) => sum + calls, 0), usdc }, dimension).toEqual(total.payments.earned)
  }
  expect(by['day']!.map(({ calls }) => calls)).toEqual([0, 0, 0, 0, 0, 2, 2])
  expect(by['line']!.map(({ name }) => name)).toEqual(['market', 'screenshot'])
  expect(by['network']![0]).toEqual({ name: 'eip155:8453', usdc: '0.0225', calls: 3 })
  const { text } = await page('/operator', await desk.signIn())
  for (const [, href] of text.matchAll(/href="(\/operator\/payments\?[^"]*)"/g)) {
    const { status } = await page(href!.replaceAll('&amp;', '&'), await desk.signIn())
    expect(status, href).toBe(200)
  }
  const [, offer] = /href="\/operator(\/payments\?[^"]*offer=screenshot[^"]*)"/.exec(text)!
  expect((await api(offer!.replaceAll('&amp;', '&')))['payments']).toMatchObject([{ offer: 'screenshot', usdc: '0.02' }])
})

test('what is wrong comes first, with since when and what to do, until it is over; a muted alarm is apart', async () => {
  const cookie = await desk.signIn()
  expect((await page('/operator', cookie)).text).toContain('All is well')
  desk.facts.checks = () => ({ clock: 'failed', 'settlement eip155:8453': 'failed', ledger: 'ok' })
  desk.facts.heldBy = () => 'no_gas_money'
  const began = desk.now
  desk.memory.watched({ ...silent(), error: () => {} }).error({ alarm: 'reversed', payment: idAt(noon, 9), network: 'eip155:137' }, 'gone')
  const wrong = async () => (await api('/summary'))['wrong'] as Record<string, unknown>[]
  expect((await wrong()).map(({ alarm, about, kind }) => [alarm, about, kind])).toEqual([
    ['clock', null, 'now'],
    ['no_gas_money', 'eip155:8453', 'now'],
    ['reversed', 'eip155:137', 'happened'],
  ])
  desk.now += 20 * 60_000
  expect((await wrong())[0]).toMatchObject({ since: new Date(began).toISOString(), todo: expect.stringContaining('timedatectl') as string })
  const text = (await page('/operator', cookie)).text
  expect(text).toContain('Something is wrong')
  expect(text).toContain('20 minutes ago')
  expect(text.indexOf('clock of this machine')).toBeLessThan(text.indexOf('id="today"'))

  expect((await post('/operator/do/mute-alarm', cookie, { alarm: 'clock', hours: '2' })).status).toBe(200)
  expect((await wrong())[0]).toMatchObject({ alarm: 'clock', muted: { by: 'admin' } })
  expect((await page('/operator', cookie)).text).toContain('1 muted')
  desk.facts.checks = () => ({ clock: 'ok' })
  expect((await wrong()).map(({ alarm }) => alarm)).toEqual(['reversed'])
  desk.now += dayMs
  expect(await wrong()).toEqual([])
})

test('payments are found by every filter, by receipt, transaction, wallet and request, and in pages', async () => {
  await fill()
  const found = async (query: string) =>
    ((await api(`/payments?${query}`))['payments'] as { receipt: string }[]).map(({ receipt }) => Number.parseInt(receipt.slice(-4), 16))
  expect(await found('')).toEqual([6, 1, 2, 4, 3, 5])
  expect(await found('offer=screenshot')).toEqual([2])
  expect(await found(`network=${polygon}`)).toEqual([2])
  expect(await found('state=claimed')).toEqual([6])
  expect(await found('protocol=mpp')).toEqual([])
  expect(await found(`wallet=${wallet(2).toUpperCase().replace('0X', '0x')}`)).toEqual([2])
  expect(await found('since=2026-11-20&until=2026-11-21')).toEqual([4, 3])
  expect(await found(`search=${idAt(noon - dayMs - hourMs, 3)}`)).toEqual([3])
  expect(await found(`search=${settlementOf(idAt(noon - 2 * hourMs, 2)).transaction}`)).toContain(2)
  expect(await found(`search=${wallet(2)}`)).toEqual([2])
  const first = await api('/payments?limit=2')
  expect(await found(`limit=2&cursor=${String(first['cursor'])}`)).toEqual([2, 4])
  expect(await api('/payments?search=nonsense')).toMatchObject({ status: 409, detail: expect.stringContaining('receipt') as string })
  expect(await api('/payments?state=nonsense')).toMatchObject({ status: 400 })
  const csv = await desk.send('/operator/api/payments?format=csv&offer=market-price', {
    headers: { authorization: `Bearer ${tokens.reader}` },
  })
  expect((await csv.text()).trimEnd().split('\r\n')).toHaveLength(6)
  const cookie = await desk.signIn(tokens.reader)
  expect((await page('/operator/payments.csv?offer=screenshot', cookie)).text).toMatch(
    /^receipt,at,.+\r\n\w{32},2026-11-21T10:00:00.000Z,settled,,screenshot,0.02,/,
  )
  expect((await page('/operator/report.csv?from=2026-11-21&to=2026-11-21&by=offer', cookie)).text).toContain('screenshot,1,0.02')
  expect((await page('/operator/payments.csv?state=nonsense', cookie)).status).toBe(400)
})

test('who came, how far they came, and why payments were refused, with the advice that was given', async () => {
  const call = { offer: 'qr', protocol: 'x402', own: false, software: 'curl', via: 'direct', detail: '' } as const
  const count = (changes: object, count: number) => ({
    at: noon,
    name: 'calls' as const,
    key: callCountKey({ ...call, outcome: 'asked', ...changes }),
    count,
  })
  await desk.ledger.addCounts({
    counts: [
      count({ protocol: '' }, 100),
      count({ outcome: 'settled' }, 7),
      count({ outcome: 'settled', own: true }, 9),
      count({ outcome: 'refused', detail: 'insufficient_funds' }, 4),
    ],
  })
  expect(await api('/funnel?hours=1')).toMatchObject({ asked: 100, attempted: 11, verified: 7, served: 7, settled: 7, own: 9 })
  expect((await api('/funnel'))['refusals']).toEqual([
    { reason: 'insufficient_funds', outcome: 'refused', calls: 4, advice: 'Fund the payer.' },
  ])
  expect((await page('/operator/funnel', await desk.signIn())).text).toContain('Fund the payer.')
})

test('a refund says what it will do, is asked once, and is in the audit trail with who', async () => {
  await fill()
  const cookie = await desk.signIn(tokens.refunder)
  const receipt = idAt(noon - hourMs, 1)
  const asked = await page(`/operator/do/refund-payment?receipt=${receipt}`, cookie)
  expect(asked.text).toContain('0.007 USDC would go back')
  expect(desk.done).toEqual([])
  expect((await post('/operator/do/refund-payment', cookie, { receipt })).text).toContain('on their way back by refund')
  expect(await post('/operator/do/refund-payment', cookie, { receipt })).toMatchObject({ status: 409 })
  expect(desk.done).toEqual([`refund ${receipt}`])
  const trail = await api('/audit?kind=ordered')
  expect((trail['events'] as { subject: string; detail: object }[]).map(({ subject, detail }) => [subject, detail])).toEqual([
    [receipt, { by: 'bo', order: 'refund-payment', refused: expect.stringContaining('no credit') as string }],
    [receipt, { by: 'bo', order: 'refund-payment' }],
    [receipt, { by: 'bo', order: 'refund-payment' }],
  ])
  expect((await page('/operator/audit?kind=ordered', cookie)).text).toContain('refund-payment')
  expect((await post('/operator/do/switch-offer', cookie, { offer: 'market-price', on: 'false' })).status).toBe(403)
})

test('a price is shown by a dry run before it is set, and an offer can be switched off and on', async () => {
  const cookie = await desk.signIn()
  const plan = await page('/operator/do/set-price?offer=market-price&usd=0.02&checked=yes', cookie)
  expect(plan.text).toContain('would cost 0.02 dollars instead of 0.0075')
  expect(desk.done).toEqual([])
  expect((await post('/operator/do/set-price', cookie, { offer: 'market-price', usd: '0.02' })).status).toBe(200)
  expect((await post('/operator/do/set-price', cookie, { offer: 'market-price', usd: '-1' })).status).toBe(409)
  expect((await post('/operator/do/switch-offer', cookie, { offer: 'market-price', on: 'false' })).status).toBe(200)
  expect((await api('/summary'))['switchedOff']).toMatchObject([{ what: 'offer', id: 'market-price', by: 'admin' }])
  expect((await post('/operator/do/switch-offer', cookie, { offer: 'market-price', on: 'true' })).status).toBe(200)
  expect((await post('/operator/do/switch-offer', cookie, { offer: 'unheard-of', on: 'false' })).status).toBe(409)
  expect(desk.done).toEqual(['price of market-price: 20000', 'sold again', 'sold again'])
})

test('notices that could not be delivered are shown with why, and delivered again', async () => {
  for (const id of ['dead-1', 'day-2']) await desk.ledger.addHook({ id, kind: 'day.summed', body: '{}', at: noon })
  await desk.ledger.failHook({ id: 'dead-1', why: 'status 410', dueAt: noon, dead: true })
  expect(await api('/notices')).toMatchObject({
    on: true,
    events: [
      { event: 'dead-1', tries: 1, failed: 'status 410', nextTry: null },
      { event: 'day-2', tries: 0 },
    ],
  })
  const reading = await desk.signIn(tokens.reader)
  expect((await page('/operator/notices', reading)).text).toMatch(/status 410[^]*not tried again/)
  expect((await page('/operator/notices', reading)).text).not.toContain('/do/redeliver-notices')
  const cookie = await desk.signIn()
  const { text } = await page('/operator/notices', cookie)
  const [, path] = /href="([^"]+event=dead-1[^"]*)"/.exec(text)!
  expect((await page(path!.replaceAll('&amp;', '&'), cookie)).text).toContain('event: dead-1')
  expect((await post('/operator/do/redeliver-notices', cookie, { event: 'dead-1' })).status).toBe(200)
  expect(await api('/notices')).toMatchObject({
    events: expect.arrayContaining([expect.objectContaining({ event: 'dead-1', tries: 0 })]) as unknown,
  })
  expect((await post('/operator/do/redeliver-notices', cookie, { event: 'gone-3' })).text).toContain('there is no event gone-3')
  await post('/operator/do/test-notices', cookie, {})
  expect(desk.done).toEqual(['a test was sent'])
})

test('no text of an outsider becomes markup on any page', async () => {
  const hostile = { protocol: nasty, offerId: nasty, network: nasty, fingerprint: nasty }
  await claimed(desk.ledger, claimOf({ ...hostile, id: idAt(noon, 1), payer: nasty as `0x${string}` }))
  await settled(desk.ledger, claimOf({ ...hostile, id: idAt(noon, 2) }))
  const released = await claimed(desk.ledger, claimOf({ ...hostile, id: idAt(noon, 3) }))
  await desk.ledger.release({ id: released.id, epoch: released.epoch, reason: nasty, counted: null })
  await desk.ledger.noteOrder({ subject: nasty, detail: { by: nasty, order: nasty, [nasty]: nasty }, at: noon })
  desk.memory.watched(silent()).error({ alarm: 'invalid_answer', offer: nasty, payment: nasty }, nasty)
  const counted = callCountKey({
    offer: nasty,
    protocol: nasty,
    own: false,
    software: nasty,
    via: nasty,
    outcome: 'refused',
    detail: nasty,
  })
  await desk.ledger.addCounts({ counts: [{ at: noon, name: 'calls', key: counted, count: 3 }] })
  const cookie = await desk.signIn()
  const query = encodeURIComponent(nasty)
  const paths = [
    '',
    '/payments',
    `/payments?search=${query}&offer=${query}&wallet=${query}&since=${query}`,
    `/payments/${idAt(noon, 1)}`,
    `/payments/${idAt(noon, 2)}`,
    `/payments/${idAt(noon, 3)}`,
    `/payments/${query}`,
    `/wallets/${wallet(1)}`,
    `/wallets/${query}`,
    '/prices',
    '/switches',
    '/report?by=offer',
    `/report?from=${query}&to=${query}&by=${query}`,
    '/funnel',
    `/funnel?days=${query}`,
    '/audit',
    `/audit?subject=${query}`,
    `/do/set-price?offer=${query}&usd=${query}&checked=yes`,
    `/do/mute-alarm?alarm=${query}&about=${query}`,
    `/${query}`,
  ]
  for (const path of paths) {
    const { text, status } = await page(`/operator${path}`, cookie)
    expect([path, status === 500, injected(text)]).toEqual([path, false, []])
  }
  expect((await page('/operator/payments', cookie)).text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  const body = new URLSearchParams({ token: 'wrong', to: nasty })
  expect(injected(await (await desk.send('/operator/sign-in', { method: 'POST', body })).text())).toEqual([])
})

function silent() {
  const nothing = () => {}
  const log = { debug: nothing, info: nothing, warn: nothing, error: nothing, child: () => log }
  return log
}
