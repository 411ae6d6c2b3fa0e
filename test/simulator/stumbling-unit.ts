import type { SqliteTransaction, Unit } from '../../src/store/store.ts'
import type { SeededRandom } from './seeded-random.ts'

/** What SQLite says when the disk does not do as it is told. */
class EngineFault extends Error {
  readonly errcode = 10
}

/** Which statement fails; units with fewer come through. Before the second nothing is half done. */
const [first, last] = [2, 4]

/**
 * The unit on an engine that fails in its midst, with the statements before done: once, each time it is tried, or so that
 * the engine rolls back all of the group by itself.
 */
export function stumblingUnit<Input, Output>(unit: Unit<Input, Output>, random: SeededRandom): Unit<Input, Output> {
  const way = random.pick(['once', 'each time', 'each time', 'with all of its group'] as const)
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
        if (way === 'with all of its group') transaction.run('ROLLBACK')
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
