/** The stand-ins of a line's sources in the sandbox, and the usual forms of their answers. */
export { json, retryAfter } from '../stand-in.ts'
export { driftOf, luck, seedOf } from '../stand-in-noise.ts'
export type { FailingStandIn, StandIn, StandInReply, StandInRequest, StandInWorld } from '../stand-in.ts'
