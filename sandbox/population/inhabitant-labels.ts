import type { LabelledAddress } from '../../src/chain/known/label.ts'
import { inhabitants } from './inhabitants.ts'

/** Labels of the inhabitants: their names in the table. */
export function inhabitantLabels(): readonly LabelledAddress[] {
  return inhabitants.flatMap(({ key, address, members }) =>
    (members ?? [address]).map((one) => ({
      kind: 'other' as const,
      name: key,
      source: 'sandbox population',
      checkedOn: null,
      networks: null,
      address: one,
    })),
  )
}
