import { readConfirmedOperators } from '../ops/confirmed-operators-file.ts'
import type { Setting } from '../ops/setting.ts'

/** Operators that the operator of this service has confirmed. */
export const trustSettings = {
  confirmedOperatorsFile: {
    name: 'CONFIRMED_OPERATORS_FILE',
    what: 'JSON file of the addresses whose operators you have confirmed; they may reach the tier Enterprise ([docs/trust-model.md](docs/trust-model.md) describes the format). Reloaded when it changes.',
    parse: (path: string) => (readConfirmedOperators(path), path),
  },
} as const satisfies Record<string, Setting<unknown>>
