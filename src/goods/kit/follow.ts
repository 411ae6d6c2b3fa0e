/** Indexes that read on with chains in the background, for lines that keep what happens there. */
export { askPatiently, patientRpc } from '../../chain/follow/ask-patiently.ts'
export { checkpointOf, type IndexCheckpoint, type IndexKey } from '../../chain/follow/checkpoint-rows.ts'
export { positionOf } from '../../chain/follow/event-position.ts'
export { eventWords, topicAddress, type EventWords } from '../../chain/follow/event-words.ts'
export { firstBlockOf } from '../../chain/follow/first-block.ts'
export type { FollowParts } from '../../chain/follow/follow-context.ts'
export { createFollower, type Follower, type IndexProgress } from '../../chain/follow/follow-index.ts'
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
export { createLogWindow } from '../../chain/follow/log-window.ts'
export { readBlockAt, readPiece } from '../../chain/follow/read-piece.ts'
export { removeRows } from '../../chain/follow/remove-rows.ts'
export { createFollowers, type Followers } from '../../chain/follow/run-followers.ts'
export type { IndexStatus } from '../../shared/index-status.ts'
