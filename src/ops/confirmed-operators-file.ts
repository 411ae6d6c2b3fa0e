import { z } from 'zod'
import type { Hex } from '../shared/bytes.ts'
import { readJsonFile } from './json-file.ts'
import { SettingError } from './setting.ts'
import { address as readAddress } from './setting-formats.ts'

/** Somebody whom the operator of this service has confirmed to be behind an address. Days are UTC, as YYYY-MM-DD. */
export interface ConfirmedOperator {
  readonly who: string
  readonly confirmedOn: string
  /** Who confirmed it. For the operator's own use: no answer tells it. */
  readonly by: string
  /** The last day on which it is good. */
  readonly until: string
}

const mostEntries = 20_000
const words = (most: number) =>
  z.string().regex(new RegExp(`^(?! )[^\\p{C}]{1,${most}}(?<! )$`, 'u'), `must have 1 to ${most} visible characters`)
const day = z.iso.date('must be a day as YYYY-MM-DD')
const confirmation = z
  .strictObject({ who: words(100), confirmedOn: day, by: words(100), until: day })
  .refine(({ confirmedOn, until }) => confirmedOn <= until, { path: ['until'], message: 'is before confirmedOn' })
const file = z
  .record(z.string(), confirmation)
  .refine((entries) => Object.keys(entries).length <= mostEntries, `must have at most ${mostEntries} addresses`)

/**
 * The operators in a file, by address in lower case.
 * @throws SettingError
 */
export function readConfirmedOperators(path: string): ReadonlyMap<Hex, ConfirmedOperator> {
  const operators = new Map<Hex, ConfirmedOperator>()
  for (const [written, operator] of Object.entries(readJsonFile(path, file))) {
    const address = addressIn(written)
    if (operators.has(address)) throw new SettingError(`names a file with ${written} in it twice`)
    operators.set(address, operator)
  }
  return operators
}

function addressIn(written: string): Hex {
  try {
    return readAddress(written).toLowerCase() as Hex
  } catch (error) {
    if (error instanceof SettingError) throw new SettingError(`names a file that is wrong at ${written.slice(0, 60)}: it ${error.message}`)
    throw error
  }
}
