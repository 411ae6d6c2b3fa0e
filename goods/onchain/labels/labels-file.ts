import { format, z } from '../../../src/goods/door.ts'
import type { Hex } from '../../../src/goods/kit/evm.ts'
import { type LabelKind, labelKinds } from '../../../src/goods/kit/known-addresses.ts'
import { readJsonFile, SettingError } from '../../../src/goods/kit/settings.ts'

/** An address that the operator knows. */
export interface NamedAddress {
  readonly address: Hex
  readonly kind: LabelKind
  readonly name: string
  /** Names of networks; null means all of them. */
  readonly networks: readonly string[] | null
  /** Where the operator got it; null when not given. */
  readonly source: string | null
  /** YYYY-MM-DD */
  readonly checkedOn: string | null
}

const maxEntries = 20_000
const words = z.string().regex(/^[^\p{C}]{1,64}$/u, 'must have 1 to 64 visible characters')

const entry = (names: readonly string[]) =>
  z.strictObject({
    address: z.string(),
    kind: z.enum(labelKinds),
    name: words,
    networks: z.array(z.enum(names)).min(1).nullish(),
    source: words.nullish(),
    checkedOn: z.iso.date().nullish(),
  })

/** A setting format: the path of a JSON file with labelled addresses. It returns them, and an empty list for an empty path. */
export function labelsFile(names: () => readonly string[]): (path: string) => readonly NamedAddress[] {
  return (path) => {
    if (path === '') return []
    return readJsonFile(path, z.array(entry(names())).max(maxEntries)).map(
      ({ address, kind, name, networks = null, source = null, checkedOn = null }, at) => {
        try {
          return { address: anyAddress(address), kind, name, networks, source, checkedOn }
        } catch (error) {
          if (error instanceof SettingError) throw new SettingError(`names a file that is wrong at ${at}.address: it ${error.message}`)
          throw error
        }
      },
    )
  }
}

/** Unlike in other settings, the zero address is allowed: it can have a label too. */
function anyAddress(text: string): Hex {
  return /^0x0{40}$/.test(text) ? (text as Hex) : format.address(text)
}
