import { readConfirmedOperators } from '../ops/confirmed-operators-file.ts'
import type { Setting } from '../ops/setting.ts'

/** What the operator vouches for. */
export const trustSettings = {
  confirmedOperatorsFile: {
    name: 'CONFIRMED_OPERATORS_FILE',
    what: 'JSON file of the addresses whose operators you have confirmed, which opens the tier Enterprise to them ([docs/trust-model.md](docs/trust-model.md) has its form). Read again when it changes.',
    parse: (path: string) => (readConfirmedOperators(path), path),
  },
} as const satisfies Record<string, Setting<unknown>>
