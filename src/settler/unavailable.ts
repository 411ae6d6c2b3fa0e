import { RpcUnreachable } from '../chain/chain.ts'
import { Problem } from '../shared/problems.ts'

/**
 * Whether an attempt failed because a node or the ledger does not answer. It is repeated until it succeeds, and the outage itself is
 * logged once, where it begins and where it ends; so each failure is worth a line at `debug` only.
 */
export function isUnavailable(error: unknown): boolean {
  return error instanceof RpcUnreachable || (error instanceof Problem && error.code === 'ledger_unavailable')
}
