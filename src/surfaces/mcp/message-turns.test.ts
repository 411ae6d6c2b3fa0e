import { expect, test } from 'vitest'
import { createMessageTurns } from './message-turns.ts'

/** Turns of an event loop that ends when it is told to. */
function loop() {
  let next: (() => void)[] = []
  const soon = (run: () => void) => {
    next.push(run)
    return () => {}
  }
  const end = async () => {
    const now = next
    next = []
    for (const run of now) run()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { soon, end, idle: () => next.length === 0 }
}

test('one step is done in a turn, and none in the turn in which messages arrive', async () => {
  const { soon, end, idle } = loop()
  const turns = createMessageTurns({ soon })
  const done: string[] = []
  for (const name of ['first', 'second']) void turns.start().then(() => done.push(name))
  await Promise.resolve()
  expect(done).toEqual([])
  await end()
  expect(done).toEqual(['first'])
  await end()
  expect(done).toEqual(['first', 'second'])
  expect(idle()).toBe(true)
})

test('results go before new messages, and one at a time when many are ready at once', async () => {
  const { soon, end } = loop()
  const turns = createMessageTurns({ soon })
  const done: string[] = []
  void turns.start().then(() => done.push('message'))
  for (const name of ['result 1', 'result 2']) void turns.finish().then(() => done.push(name))
  for (let turn = 0; turn < 3; turn++) await end()
  expect(done).toEqual(['result 1', 'result 2', 'message'])
})

test('when too many wait, a message is refused and may be sent again, and no result is refused', async () => {
  const turns = createMessageTurns({ soon: () => () => {} }, { maxWaiting: 1 })
  void turns.start()
  await expect(turns.start()).rejects.toMatchObject({ code: 'overloaded', status: 503 })
  expect(turns.finish()).toBeInstanceOf(Promise)
})
