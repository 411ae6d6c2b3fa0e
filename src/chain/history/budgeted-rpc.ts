import type { Rpc } from '../chain.ts'

/** All questions that may be asked have been. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent'
}

export interface BudgetedRpc extends Rpc {
  /** Whether a question was turned down. */
  readonly spent: boolean
}

/** A node that may be asked so many questions, each for so long, until the signal aborts. */
export function budgetedRpc(
  rpc: Rpc,
  questions: number,
  limits: { readonly signal: AbortSignal; readonly timeoutMs: number },
): BudgetedRpc {
  let left = questions
  let spent = false
  return {
    get spent() {
      return spent
    },
    call(method, params, options = {}) {
      spent ||= left <= 0
      if (spent) return Promise.reject(new BudgetSpent(`no more than ${questions} questions`))
      left -= 1
      return rpc.call(method, params, { ...options, ...limits })
    },
  }
}
