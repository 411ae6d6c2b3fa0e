import { type UpstreamError, UpstreamGarbage, UpstreamUnreachable } from '../../../src/goods/kit/http.ts'

/** Why a chain gave no price, as the failure of a source. */
export function unreadable(fault: string): UpstreamError {
  if (fault === 'unreachable') return new UpstreamUnreachable('connection')
  return new UpstreamGarbage(fault === 'frozen' || fault === 'behind' ? 'outdated' : 'wrong_shape')
}

/** Whether it is the chain that fails, and not this contract alone. */
export function isFailing(fault: string): boolean {
  return fault === 'unreachable' || fault === 'behind'
}
