/** The stand-ins of a line's sources in the sandbox, and the usual forms of their answers. */
export { json, retryAfter } from '../stand-in.ts'
export type { FailingStandIn, StandIn, StandInReply, StandInRequest } from '../stand-in.ts'
