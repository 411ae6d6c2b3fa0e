import type { SqliteTransaction, Unit } from '../../../src/store/store.ts'
import type { SeededRandom } from '../world/seeded-random.ts'

/** The error of SQLite when the disk fails. */
class EngineFault extends Error {
  readonly errcode = 10
}

/** Which statement of a unit fails; units with fewer statements succeed. Before the second statement nothing is half done. */
const [first, last] = [2, 4]

/**
 * The unit on an engine that fails in the middle of it, after earlier statements were done: once, each time it is tried, or with a
 * rollback of the whole group by the engine.
 */
export function failingUnit<Input, Output>(unit: Unit<Input, Output>, random: SeededRandom): Unit<Input, Output> {
  const way = random.pick(['once', 'each time', 'each time', 'with its whole group'] as const)
  const at = random.between(first, last)
  let tries = 0
  return {
    ...unit,
    sqlite(transaction, input) {
      tries += 1
      if (tries > 1 && way === 'once') return unit.sqlite(transaction, input)
      let statements = 0
      const count = () => {
        statements += 1
        if (statements !== at) return
        if (way === 'with its whole group') transaction.run('ROLLBACK')
        throw new EngineFault('disk I/O error')
      }
      return unit.sqlite(countedBy(transaction, count), input)
    },
  }
}

function countedBy(transaction: SqliteTransaction, count: () => void): SqliteTransaction {
  return {
    get: (sql, ...values) => (count(), transaction.get(sql, ...values)),
    all: (sql, ...values) => (count(), transaction.all(sql, ...values)),
    run: (sql, ...values) => (count(), transaction.run(sql, ...values)),
  }
}
