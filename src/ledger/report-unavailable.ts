import { Problem } from '../shared/problems.ts'
import { StoreClosed, StoreFailed, type Store } from '../store/store.ts'

/** A store whose failures become problems that callers may see. A mistake in our code stays an error. */
export function reportUnavailable(store: Store): Store {
  return {
    write: (unit, input) => store.write(unit, input).catch(rethrow),
    read: (query, input) => store.read(query, input).catch(rethrow),
    close: () => store.close(),
  }
}

function rethrow(error: unknown): never {
  throw error instanceof StoreFailed || error instanceof StoreClosed ? unavailable(error) : error
}

export function unavailable(cause: unknown): Problem {
  return new Problem('ledger_unavailable', 'The ledger is not available at the moment.', { retryAfter: 5, cause })
}
