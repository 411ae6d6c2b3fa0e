import type { Rpc } from '../../../src/goods/kit/rpc.ts'

/** The rejection of a question beyond the budget. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent'
}

export interface BudgetedRpc extends Rpc {
  /** Whether a question was rejected. */
  readonly isSpent: boolean
}

/** An RPC that passes on so many questions at most, each with these limits. */
export function budgetedRpc(
  rpc: Rpc,
  questions: number,
  limits: { readonly signal: AbortSignal; readonly timeoutMs: number },
): BudgetedRpc {
  let left = questions
  let isSpent = false
  return {
    get isSpent() {
      return isSpent
    },
    call(method, params, options = {}) {
      isSpent ||= left <= 0
      if (isSpent) return Promise.reject(new BudgetSpent(`no more than ${questions} questions`))
      left -= 1
      return rpc.call(method, params, { ...options, ...limits })
    },
  }
}
