import { expect, test } from 'vitest'
import { createCallQueue } from './call-queue.ts'

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
  }
  return { soon, end, idle: () => next.length === 0 }
}

test('a turn starts a fixed number, and the others follow in order', async () => {
  const { soon, end } = loop()
  const turns = createCallQueue({ soon }, { perTurn: 2, maxWaiting: 10 })
  const begun: number[] = []
  for (let index = 0; index < 5; index++) {
    const turn = turns.enter('a client')
    if (turn === null) begun.push(index)
    else void turn.then(() => begun.push(index))
  }
  expect(begun).toEqual([0, 1])
  await end()
  expect(begun).toEqual([0, 1, 2, 3])
  await end()
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('a newcomer does not overtake waiting payments', async () => {
  const { soon, end } = loop()
  const turns = createCallQueue({ soon }, { perTurn: 1, maxWaiting: 10 })
  const begun: string[] = []
  void turns.enter('a client')
  void turns.enter('a client')?.then(() => begun.push('first'))
  await end()
  void turns.enter('a client')?.then(() => begun.push('second'))
  await end()
  expect(begun).toEqual(['first', 'second'])
})

test('a single payment starts at once, and nothing stays scheduled when all have started', async () => {
  const { soon, end, idle } = loop()
  const turns = createCallQueue({ soon })
  expect(turns.enter('a client')).toBeNull()
  await end()
  expect(idle()).toBe(true)
  expect(turns.enter('a client')).toBeNull()
})

test('when too many wait, the next one is refused and may try again', () => {
  const turns = createCallQueue({ soon: () => () => {} }, { perTurn: 1, maxWaiting: 1 })
  void turns.enter('a client')
  void turns.enter('a client')
  expect(() => turns.enter('a client')).toThrow(expect.objectContaining({ code: 'overloaded', status: 503 }))
})

test('a client with a crowd of calls delays those of another client by one call each', async () => {
  const { soon, end } = loop()
  const turns = createCallQueue({ soon }, { perTurn: 2, maxWaiting: 100 })
  const begun: string[] = []
  for (let index = 0; index < 40; index++) void turns.enter('crowd')?.then(() => begun.push('crowd'))
  for (let index = 0; index < 2; index++) void turns.enter('one')?.then(() => begun.push('one'))
  await end()
  await end()
  expect(begun).toEqual(['crowd', 'one', 'crowd', 'one'])
})

test('a client fills half of the queue, and another client finds a place in it', () => {
  const turns = createCallQueue({ soon: () => () => {} }, { perTurn: 1, maxWaiting: 4 })
  for (let index = 0; index < 3; index++) void turns.enter('crowd')
  expect(() => turns.enter('crowd')).toThrow(expect.objectContaining({ code: 'overloaded' }))
  expect(turns.enter('one')).not.toBeNull()
})
