import { expect, test } from 'vitest'
import { createLedger } from '../../ledger/create-ledger.ts'
import { transferOf } from '../../ledger/contract/open-ledger.fixture.ts'
import { readWatchlistQuery } from '../../offers/watchlist/watchlist-query.ts'
import type { WatchedAnswer, WatchedPage } from '../../offers/watchlist/watched-answer.ts'
import { noFailPoint } from '../../shared/fail-point.ts'
import { silentLog } from '../../shared/log.ts'
import { memoryStore } from '../../store/sqlite/store.fixture.ts'
import { systemTimers } from '../../ops/system.ts'
import { openGateFixture, price } from '../gate.fixture.ts'
import { prepareInput } from '../input/prepared-input.ts'
import { createPollPace } from '../watchlist/poll-pace.ts'
import { storeWatched } from './store-watched.ts'

const clock = { now: () => Date.parse('2026-11-20T12:00:00.000Z') }
const watched: WatchedAnswer = {
  request: readWatchlistQuery({ limit: '50', since: '2026-11-18' }, clock.now()),
  items: ['a', 'b'].map((id) => ({ id, day: '2026-11-19', item: id })),
  answeredUntil: '2026-11-20',
  asked: false,
  body: (page) => page,
}

test('a bare transaction hash neither sees nor moves the position of the wallet that it names, a bound one does', async () => {
  const { offer } = openGateFixture({ kind: 'fixed', price }, undefined, { watchlist: true })
  const ledger = createLedger({ store: memoryStore(), answerFiles: {} as never })
  const input = prepareInput(offer, { path: {}, query: { since: '2026-11-18' }, body: undefined })
  const offerCall = { offer, input, credential: { kind: 'none' as const }, arrivedAt: clock.now(), client: 'one', idempotencyKey: null }
  const parts = { ledger, clock, timers: systemTimers, log: silentLog, failPoint: noFailPoint, pollPace: createPollPace(clock) }
  async function pollBy(bound: boolean) {
    const claimed = await ledger.claimTransfer(transferOf({ bound }))
    if (claimed.result !== 'claimed') throw new Error(claimed.result)
    const stored = await storeWatched({ offerCall, input: input.parsed(), payment: claimed.payment }, watched, parts)
    if (stored.kind !== 'next') throw new Error('not stored')
    const page = JSON.parse(Buffer.from(stored.state.answer!.body).toString()) as WatchedPage
    return [stored.state.payment.state, page.items.map(({ item, repeated }) => (repeated ? `${String(item)} again` : item))]
  }
  for (let calls = 0; calls < 2; calls++) expect(await pollBy(false)).toEqual(['settled', ['a', 'b']])
  expect(await pollBy(true)).toEqual(['settled', ['a', 'b']])
  expect(await pollBy(true)).toEqual(['credit', ['a again', 'b again']])
  expect(await pollBy(false)).toEqual(['settled', ['a', 'b']])
})
