import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

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

test('a turn takes so many, the later ones follow in their order', async () => {
  const { soon, end } = loop()
  const turns = createTurns({ soon }, { perTurn: 2, mostWaiting: 10 })
  const begun: number[] = []
  for (let index = 0; index < 5; index++) {
    const turn = turns.enter()
    if (turn === null) begun.push(index)
    else void turn.then(() => begun.push(index))
  }
  expect(begun).toEqual([0, 1])
  await end()
  expect(begun).toEqual([0, 1, 2, 3])
  await end()
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('nobody overtakes those who wait', async () => {
  const { soon, end } = loop()
  const turns = createTurns({ soon }, { perTurn: 1, mostWaiting: 10 })
  const begun: string[] = []
  void turns.enter()
  void turns.enter()?.then(() => begun.push('first'))
  await end()
  void turns.enter()?.then(() => begun.push('second'))
  await end()
  expect(begun).toEqual(['first', 'second'])
})

test('alone one goes on at once, and when all have gone nothing is left scheduled', async () => {
  const { soon, end, idle } = loop()
  const turns = createTurns({ soon })
  expect(turns.enter()).toBeNull()
  await end()
  expect(idle()).toBe(true)
  expect(turns.enter()).toBeNull()
})

test('when too many wait, the next one is told to come again', () => {
  const turns = createTurns({ soon: () => () => {} }, { perTurn: 1, mostWaiting: 1 })
  void turns.enter()
  void turns.enter()
  expect(() => turns.enter()).toThrow(expect.objectContaining({ code: 'overloaded', status: 503 }))
})
