import { format, z } from '../../../src/goods/door.ts'
import type { Hex } from '../../../src/goods/kit/evm.ts'
import { readJsonFile, SettingError } from '../../../src/goods/kit/settings.ts'

/** The person or company behind an address, as the operator of this service has confirmed. Days are UTC, as YYYY-MM-DD. */
export interface ConfirmedOperator {
  readonly who: string
  readonly confirmedOn: string
  /** Who confirmed it. For the operator's own use; no answer contains it. */
  readonly by: string
  /** The last day on which it is valid. */
  readonly until: string
}

const maxEntries = 20_000
const words = (maxLength: number) =>
  z.string().regex(new RegExp(`^(?! )[^\\p{C}]{1,${maxLength}}(?<! )$`, 'u'), `must have 1 to ${maxLength} visible characters`)
const day = z.iso.date('must be a day as YYYY-MM-DD')
const confirmation = z
  .strictObject({ who: words(100), confirmedOn: day, by: words(100), until: day })
  .refine(({ confirmedOn, until }) => confirmedOn <= until, { path: ['until'], message: 'is before confirmedOn' })
const file = z
  .record(z.string(), confirmation)
  .refine((entries) => Object.keys(entries).length <= maxEntries, `must have at most ${maxEntries} addresses`)

/**
 * The operators in a file, by address in lower case.
 * @throws SettingError
 */
export function readConfirmedOperators(path: string): ReadonlyMap<Hex, ConfirmedOperator> {
  const operators = new Map<Hex, ConfirmedOperator>()
  for (const [written, operator] of Object.entries(readJsonFile(path, file))) {
    const address = addressIn(written)
    if (operators.has(address)) throw new SettingError(`names a file that contains ${written} twice`)
    operators.set(address, operator)
  }
  return operators
}

function addressIn(written: string): Hex {
  try {
    return format.address(written).toLowerCase() as Hex
  } catch (error) {
    if (error instanceof SettingError) throw new SettingError(`names a file that is wrong at ${written.slice(0, 60)}: it ${error.message}`)
    throw error
  }
}
