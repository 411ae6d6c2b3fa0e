import type { Timers } from '../../shared/clock.ts'
import type { Counter } from '../../shared/metrics.ts'
import type { Random } from '../../shared/random.ts'
import { lostRace, StoreFailed, StoreOutcomeUnknown, type PostgresForm, type Row } from '../store.ts'
import { faultOf } from './engine-fault.ts'
import type { Send } from './lane.ts'
import { sendAlone } from './statement-batches.ts'
import { askedOf } from './statement.ts'
import type { SendTransaction } from './transactions.ts'

/** So often a statement is run that loses races. The pauses between are short at first and then longer, up to this. */
const maxAttempts = 20
const maxPauseMs = 40

export interface RunStatementParts {
  readonly sendTransaction: SendTransaction
  readonly timers: Timers
  readonly random: Random
  /** Statements run again since another one was faster, by name. */
  readonly races: Counter
}

/**
 * Runs the statement of a unit or query until it loses no race; gives its result.
 * @param send sends a brief statement, or an input of a set, together with others
 * @throws StoreFailed, StoreOutcomeUnknown, or the error of a statement that is at fault itself
 */
export async function runStatement<Input, Output>(
  { sendTransaction, timers, random, races }: RunStatementParts,
  send: Send,
  { name, form, input }: { readonly name: string; readonly form: PostgresForm<Input, Output>; readonly input: Input },
): Promise<Output> {
  const asked = askedOf(form, name, input)
  const order = `${form.orderKey?.(input) ?? ''} ${name}`
  for (let attempt = 1; ; attempt++) {
    // A statement that lost a race would be likely to lose the next one for all that travel with it.
    const together = form.brief === true && attempt === 1
    const rows = await rowsUnlessRaced(name, together ? send(asked, order) : sendAlone(sendTransaction, asked))
    const output = rows ? form.result(rows, input) : lostRace
    if (output !== lostRace) return output
    races.add({ unit: name })
    if (attempt === maxAttempts) throw new StoreFailed(`${name} lost ${maxAttempts} races: too many change the same thing at once`)
    // The first times the winner has just committed, so there is nothing to wait for.
    if (attempt > 2) await timers.sleep(Math.min(maxPauseMs, 2 ** (attempt - 2)) * (random.bytes(1)[0]! / 256))
  }
}

/** Undefined where another statement was faster. */
async function rowsUnlessRaced(name: string, sent: Promise<Row[]>): Promise<Row[] | undefined> {
  try {
    return await sent
  } catch (error) {
    if (error instanceof StoreFailed) throw error
    const fault = faultOf(error)
    if (fault === 'raced') return undefined
    if (fault === 'unknown') throw new StoreOutcomeUnknown(`${name}: the database went away`, { cause: error })
    throw fault === 'failed' ? new StoreFailed(`${name} failed`, { cause: error }) : error
  }
}
