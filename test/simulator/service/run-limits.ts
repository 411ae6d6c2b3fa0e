import type { RunLimits } from '../../../src/gate/steps/call-parts.ts'

/** The limits of the simulated service: those of payers are the defaults. */
export const runLimits: RunLimits = {
  unchargedPerPayer: 30,
  unchargedPerClient: 1_000,
  refusedContractsPerClient: 3,
  unsettled: { base: 4, max: 256 },
}
