import { Problem } from '../shared/problems.ts'
import { StoreClosed, StoreFailed, type Store } from '../store/store.ts'

/** A store whose failures are problems that a caller may be told of; what is our own mistake stays an error. */
export function orUnavailable(store: Store): Store {
  return {
    write: (unit, input) => store.write(unit, input).catch(tell),
    read: (query, input) => store.read(query, input).catch(tell),
    close: () => store.close(),
  }
}

function tell(error: unknown): never {
  throw error instanceof StoreFailed || error instanceof StoreClosed ? unavailable(error) : error
}

export function unavailable(cause: unknown): Problem {
  return new Problem('ledger_unavailable', 'The ledger can not be used at this moment.', { retryAfter: 5, cause })
}
