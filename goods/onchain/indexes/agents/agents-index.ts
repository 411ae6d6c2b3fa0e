import { firstBlockOf, type IndexDefinition } from '../../../../src/goods/kit/follow.ts'
import { identityRegistry, reputationRegistry } from '../../../../src/goods/kit/known-addresses.ts'
import { decodeRegistryLog, type RegistryFact, registryTopics } from './decode-registry-log.ts'
import { registryRows } from './registry-rows.ts'

/** The ERC-8004 registries in full, from the block in which the first one was deployed. */
export const agentsIndex: IndexDefinition<RegistryFact> = {
  name: 'agents',
  subject: 'erc-8004 1',
  filter: { addresses: [identityRegistry, reputationRegistry], events: Object.values(registryTopics) },
  // Their events are rare: a chain without any takes some hundred requests, if the node allows the range.
  window: { first: 2_000, max: 100_000 },
  rows: registryRows,
  decode: decodeRegistryLog,
  startBlock: (chain, head) => firstBlockOf(chain, identityRegistry, head.number),
}
