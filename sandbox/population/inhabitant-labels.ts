import type { LabelledAddress } from '../../src/chain/labels/label.ts'
import { inhabitants } from './inhabitants.ts'

/** The inhabitants by the names of the table, wherever they show up. */
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
