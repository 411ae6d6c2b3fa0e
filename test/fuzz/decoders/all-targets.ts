import type { Target } from '../run-fuzz.ts'
import { contractTargets } from './contracts.ts'
import { headerTargets } from './headers.ts'
import { inputTarget } from './inputs.ts'
import { nodeTargets } from './nodes.ts'
import { outsiderTargets } from './outsiders.ts'
import { paymentTargets } from './payments.ts'
import { productTargets } from './products.ts'
import { requestTargets } from './requests.ts'
import { sanctionsTargets } from './sanctions-lists.ts'
import { termTargets } from './terms.ts'
import { upstreamTargets } from './upstreams.ts'

/** Every decoder of external input: from callers, paid services, nodes, contracts, upstreams and agents. */
export const allTargets: readonly Target[] = [
  paymentTargets,
  headerTargets,
  termTargets,
  requestTargets,
  [inputTarget as Target],
  nodeTargets,
  contractTargets,
  upstreamTargets,
  outsiderTargets,
  sanctionsTargets,
  productTargets,
].flat()
