import fc from 'fast-check'
import { toHex, type Hex } from '../../src/shared/bytes.ts'
import type { Draft, Json } from './draft.ts'
import type { Change } from './mutation.ts'

export const anyBytes = (minLength: number, maxLength: number): fc.Arbitrary<Hex> => fc.uint8Array({ minLength, maxLength }).map(toHex)
export const anyAddress = anyBytes(20, 20)
/** 32 random bytes. */
export const anyNonce = anyBytes(32, 32)

/** One of these changes. */
export const oneOf = (...changes: readonly Change[]): fc.Arbitrary<Change> => fc.constantFrom(...changes)

/** Changes the finished JSON. */
export const edit =
  (change: (payment: Json) => void) =>
  (draft: Draft): void =>
    void draft.edits.push(change)

/** Changes the `authorization` of the finished JSON, where there is one. */
export const editAuthorization = (change: (authorization: Json) => void) =>
  edit(({ payload }) => {
    if (typeof payload?.authorization === 'object' && payload.authorization !== null) change(payload.authorization)
  })

/** Puts one of these values at a dotted path of the finished JSON; `undefined` takes the member out. */
export const member = (path: string, values: readonly unknown[]): fc.Arbitrary<Change> =>
  fc.constantFrom(...values).map((value) =>
    edit((payment) => {
      const names = path.split('.')
      const last = names.pop()!
      const parent = names.reduce((at, name) => at?.[name], payment)
      if (typeof parent !== 'object' || parent === null) return
      if (value === undefined) delete parent[last]
      else parent[last] = value
    }),
  )

/** Changes the signature before it is written. */
export const signature =
  (change: (signed: Hex) => Hex): Change =>
  (draft) =>
    void (draft.signature = change)
