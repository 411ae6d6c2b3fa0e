import type { Target } from '../run-fuzz.ts'
import { browserTargets } from './browser.ts'
import { contractTargets } from './contracts.ts'
import { headerTargets } from './headers.ts'
import { inputTarget } from './inputs.ts'
import { languageModelTargets } from './language-models.ts'
import { nodeTargets } from './nodes.ts'
import { outsiderTargets } from './outsiders.ts'
import { paymentTargets } from './payments.ts'
import { productTargets } from './products.ts'
import { readinessTargets } from './readiness.ts'
import { requestTargets } from './requests.ts'
import { sanctionsTargets } from './sanctions-lists.ts'
import { termTargets } from './terms.ts'
import { upstreamTargets } from './upstreams.ts'

/** Every decoder of external input: from callers, paid services, nodes, contracts, upstreams, agents and browsers. */
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
  languageModelTargets as readonly Target[],
  productTargets,
  readinessTargets,
  browserTargets,
].flat()
