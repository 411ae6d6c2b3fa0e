import { type ConfirmedOperator, readConfirmedOperators } from './confirmed-operators-file.ts'
import type { Hex } from '../../../src/goods/kit/evm.ts'
import type { Clock, Log } from '../../../src/goods/kit/parts.ts'
import { SettingError } from '../../../src/goods/kit/settings.ts'
import { utcDay } from '../../../src/goods/kit/time.ts'

export interface ConfirmedOperators {
  /** The operator who is confirmed to be behind an address (lower case) today; null where there is none today. */
  of(address: Hex): ConfirmedOperator | null
  /** Reads the file again. While it is wrong, its earlier content stays valid. */
  refresh(): void
}

/** The operators that a file names; none without a file. @throws SettingError when the file is wrong at the start */
export function createConfirmedOperators(parts: {
  readonly path: string | null
  readonly clock: Clock
  readonly log: Log
}): ConfirmedOperators {
  const { path, clock, log } = parts
  let held = path === null ? new Map<Hex, ConfirmedOperator>() : readConfirmedOperators(path)
  let wrong: string | null = null

  return {
    of(address) {
      const operator = held.get(address)
      const today = utcDay(clock.now())
      return operator && operator.confirmedOn <= today && today <= operator.until ? operator : null
    },
    refresh() {
      if (path === null) return
      try {
        const before = JSON.stringify([...held])
        held = readConfirmedOperators(path)
        if (JSON.stringify([...held]) !== before) log.info({ operators: held.size }, 'confirmed operators changed')
        wrong = null
      } catch (error) {
        if (!(error instanceof SettingError)) throw error
        if (error.message !== wrong)
          log.error({ path, reason: error.message }, 'CONFIRMED_OPERATORS_FILE is wrong: its earlier content stays valid')
        wrong = error.message
      }
    },
  }
}
