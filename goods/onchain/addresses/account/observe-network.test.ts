import { expect, test } from 'vitest'
import type { UsedAuthorizations } from '../../history/authorizations.ts'
import type { Observed } from '../observed.ts'
import type { FirstActivity } from './first-activity.ts'
import { firstOf } from './observe-network.ts'

const seen = <T>(value: T): Observed<T> => ({ state: 'observed', value, source: 'node', observedAt: 0 })
const down: Observed<never> = { state: 'unknown', reason: 'network_down' }
const signed = (firstAt: number | null, whole = true): Observed<UsedAuthorizations> =>
  seen({ count: firstAt === null ? 0 : 3, firstAt, whole })

test.each([
  ['the first transaction, where it came first', seen({ at: 5, exact: true }), signed(9), { at: 5, exact: true }],
  ['the first signed payment, where that came first', seen({ at: 9, exact: true }), signed(5), { at: 5, exact: true }],
  ['the first signed payment of an account that sent nothing', seen(null), signed(5), { at: 5, exact: true }],
  ['a signed payment before which there may be others', seen(null), signed(5, false), { at: 5, exact: false }],
  ['a signed payment of an account whose transactions are unknown', down, signed(5), { at: 5, exact: false }],
  ['a transaction, while signed payments are unknown', seen({ at: 5, exact: true }), down, { at: 5, exact: true }],
  ['nothing of an account that never acted', seen(null), signed(null), null],
] satisfies [string, Observed<FirstActivity | null>, Observed<UsedAuthorizations>, FirstActivity | null][])(
  'an account begins with %s',
  (_, sent, authorizations, first) => {
    expect(firstOf(sent, authorizations)).toMatchObject({ state: 'observed', value: first })
  },
)

test.each([
  ['signed payments are unknown', seen(null), down, 'network_down'],
  ['transactions are unknown, and none was signed', down, signed(null), 'network_down'],
  ['not all signed payments were searched', seen(null), signed(null, false), 'history_too_short'],
] satisfies [string, Observed<FirstActivity | null>, Observed<UsedAuthorizations>, string][])(
  'that an account never acted is unknown where %s',
  (_, sent, authorizations, reason) => {
    expect(firstOf(sent, authorizations)).toEqual({ state: 'unknown', reason })
  },
)
