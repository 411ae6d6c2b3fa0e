import type { Context } from 'hono'
import type { ClientKeys, TrustedProxies } from '../../../gate/limits/client-address.ts'
import { clientOf } from '../../http/caller.ts'
import type { Lockout } from './lockout.ts'
import type { Operator } from './operator.ts'
import type { OperatorTokens } from './operator-tokens.ts'

export interface DoorParts {
  readonly tokens: OperatorTokens
  readonly lockout: Lockout
  readonly clientKeys: ClientKeys
  readonly proxies: TrustedProxies
}

export type Entry =
  | { readonly kind: 'in'; readonly operator: Operator }
  | { readonly kind: 'wrong' }
  /** Too many wrong tokens: seconds that the client must wait, whatever it sends. */
  | { readonly kind: 'locked'; readonly seconds: number }

/** A token is tried, at sign-in or with a call of the API. */
export function tryToken(context: Context, token: string, parts: DoorParts): Entry {
  const { tokens, lockout } = parts
  const client = clientOf(context, parts)
  const seconds = lockout.wait(client)
  const operator = tokens.find(token)
  // Others may share the address of an operator: a token that was right from there before stays right during a lockout.
  if (seconds > 0 && !(operator && lockout.hasSucceeded(client, operator.name))) return { kind: 'locked', seconds }
  if (operator === null) {
    lockout.failed(client)
    return { kind: 'wrong' }
  }
  lockout.succeeded(client, operator.name)
  return { kind: 'in', operator }
}
