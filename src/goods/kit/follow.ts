/** Indexes that read on with chains in the background, for lines that keep what happens there. */
export { checkpointOf, type IndexCheckpoint, type IndexKey } from '../../chain/follow/checkpoint-rows.ts'
export { eventWords, topicAddress, type EventWords } from '../../chain/follow/event-words.ts'
export { createFollower, type Follower } from '../../chain/follow/follow-index.ts'
export {
  firstRunMs,
  followNetworks,
  keepSeconds,
  storedNetwork,
  type FollowNetworksParts,
  type IndexJob,
} from '../../chain/follow/follow-networks.ts'
export type {
  EventPosition,
  FollowedChain,
  IndexDefinition,
  IndexedRow,
  IndexRows,
  IndexStore,
} from '../../chain/follow/index-definition.ts'
export { removeRows } from '../../chain/follow/remove-rows.ts'
export { createFollowers, type Followers } from '../../chain/follow/run-followers.ts'
export type { IndexStatus } from '../../shared/index-status.ts'
