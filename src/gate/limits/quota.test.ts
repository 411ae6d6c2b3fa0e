import { expect, test } from 'vitest'
import { answer, dailyQuota } from '../../offers/offer.ts'
import { Problem } from '../../shared/problems.ts'
import { openGateFixture } from '../gate.fixture.ts'

const hourMs = 3_600_000
const ask = (world: ReturnType<typeof openGateFixture>, client: string) => world.ask(null, { client })

function openWorld() {
  const world = openGateFixture(dailyQuota('0.05'))
  world.clock.at = Date.UTC(2026, 10, 21, 9)
  let runs = 0
  const fail = async () => {
    runs += 1
    throw new Problem('unknown_name', 'This name leads to no address.')
  }
  return { world, fail, runs: () => runs }
}

test('calls that fail give back a bounded number of units an hour, so 1,500 of them run 55 times', async () => {
  const { world, fail, runs } = openWorld()
  world.run = fail
  for (let call = 0; call < 1_500; call++) await ask(world, '192.0.2.66')
  expect(runs()).toBe(25 + 30)
  expect(await ask(world, '192.0.2.66')).toMatchObject({ kind: 'payment_required', quota: { remaining: 0 } })
})

test('a caller beside that one keeps every unit, through failures too', async () => {
  const { world, fail } = openWorld()
  world.run = fail
  for (let call = 0; call < 1_500; call++) await ask(world, '192.0.2.66')
  for (let call = 0; call < 30; call++) expect(await ask(world, '192.0.2.1')).toMatchObject({ kind: 'refused', quota: { remaining: 25 } })
  world.run = async () => answer({ thing: 1 })
  expect(await ask(world, '192.0.2.1')).toMatchObject({ kind: 'answer', quota: { remaining: 24 } })
})

test('the next hour gives units back again', async () => {
  const { world, fail } = openWorld()
  world.run = fail
  for (let call = 0; call < 31; call++) await ask(world, '192.0.2.1')
  expect(await world.gate.quotaOf({ access: dailyQuota('0.05') } as never, '192.0.2.1')).toMatchObject({ remaining: 24 })
  world.clock.at += hourMs
  expect(await ask(world, '192.0.2.1')).toMatchObject({ kind: 'refused', quota: { remaining: 24 } })
})
