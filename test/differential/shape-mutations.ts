import fc from 'fast-check'
import { anyBytes, edit, editAuthorization, member, oneOf } from './arbitraries.ts'
import { encode, type Json } from './draft.ts'
import { mutation, type Change, type Mutation } from './mutation.ts'

const v1 = { versions: [1] } as const
const v2 = { versions: [2] } as const
const anAddress = fc.constantFrom('from', 'to')

/** Replaces a number of the authorization by another text or value. */
const number = (...ways: readonly ((digits: string) => unknown)[]): fc.Arbitrary<Change> =>
  fc
    .tuple(fc.constantFrom('value', 'validAfter', 'validBefore'), fc.constantFrom(...ways))
    .map(([name, write]) => editAuthorization((authorization) => void (authorization[name] = write(authorization[name]))))

/** Writes an address of the authorization differently. */
const address = (write: (text: string) => unknown): fc.Arbitrary<Change> =>
  anAddress.map((name) => editAuthorization((authorization) => void (authorization[name] = write(authorization[name]))))

/** How the JSON becomes a header. */
const written =
  (write: (payment: Json) => string): Change =>
  (draft) =>
    void (draft.write = write)

const upper = (hex: string): string => `0x${hex.slice(2).toUpperCase()}`

/** Mutations of the form: types, missing or additional members, the header itself. */
export const shapeMutations: readonly Mutation[] = [
  mutation(
    'unknown members',
    'shape',
    'valid',
    oneOf(
      edit((payment) => void (payment.future = { is: [1, 2, null] })),
      edit(({ payload }) => void (payload.memo = 'hello')),
      editAuthorization((authorization) => void (authorization.memo = 'hello')),
    ),
  ),
  mutation(
    'no resource or no extensions',
    'shape',
    'valid',
    fc.oneof(member('resource', [undefined]), member('extensions', [undefined])),
    v2,
  ),
  mutation(
    'an address in lower case',
    'shape',
    'valid',
    address((text) => text.toLowerCase()),
  ),
  // The official code checks addresses when it checks the signature, or before that.
  mutation('an address in upper case', ['shape', 'signature'], null, address(upper)),
  mutation(
    'a nonce in upper case',
    'shape',
    'valid',
    oneOf(editAuthorization((authorization) => void (authorization.nonce = upper(authorization.nonce)))),
  ),
  mutation(
    'a number written in another way',
    'shape',
    null,
    number(
      // Above 2^53 a JSON number would lose digits.
      (digits) => (Number.isSafeInteger(Number(digits)) ? Number(digits) : [digits]),
      (digits) => `0x${BigInt(digits).toString(16)}`,
      (digits) => ` ${digits}`,
      (digits) => `0${digits}`,
      (digits) => [digits],
    ),
  ),
  mutation(
    'an invalid number',
    'shape',
    null,
    number(
      () => null,
      () => undefined,
      () => ({}),
      (digits) => `${digits}.0`,
      () => '7e3',
      () => 'many',
    ),
  ),
  mutation(
    'a number out of range',
    'shape',
    null,
    number(
      () => '-1',
      () => String(1n << 256n),
      () => '9'.repeat(100),
    ),
  ),
  mutation(
    'an invalid address',
    ['shape', 'signature'],
    null,
    fc.constantFrom<unknown>(undefined, null, '', '0x', 'vitalik.eth', 42, `0x${'ab'.repeat(21)}`).chain((value) => address(() => value)),
  ),
  mutation(
    'a nonce that is not 32 bytes',
    ['shape', 'nonce'],
    null,
    member('payload.authorization.nonce', [undefined, null, '', '0x01', 7, `0x${'ab'.repeat(33)}`, 'ab'.repeat(32)]),
  ),
  mutation(
    'a signature that is not hex',
    ['shape', 'signature'],
    null,
    member('payload.signature', ['0x123', 'signed', `0x${'zz'.repeat(65)}`, 'ab'.repeat(65), '']),
  ),
  mutation('no signature', ['shape', 'signature'], null, member('payload.signature', [undefined, null, 7, {}])),
  mutation('no authorization', 'shape', null, member('payload.authorization', [undefined, null, 'none', 7])),
  mutation('no payload', 'shape', null, member('payload', [undefined, null, 7])),
  mutation('a Permit2 authorization besides the other one', 'shape', null, member('payload.permit2Authorization', [{}, null]), v2),
  mutation(
    'a Permit2 authorization besides the other one, in version 1',
    'shape',
    null,
    member('payload.permit2Authorization', [{}, null]),
    v1,
  ),
  mutation('an unknown version', 'shape', null, member('x402Version', [0, 3, '2', '1', null, undefined])),
  mutation(
    'a payment of version 1 in the header of version 2',
    ['shape', 'terms'],
    null,
    oneOf(
      edit((payment) => {
        Object.assign(payment, { x402Version: 1, scheme: 'exact', network: 'base' })
        delete payment.accepted
      }),
    ),
    v2,
  ),
  mutation(
    'a JSON member that comes twice',
    'encoding',
    null,
    oneOf(written((payment) => encode(JSON.stringify(payment).replace('"payload":', '"payload":{},"payload":')))),
  ),
  mutation(
    'a header of more than 8 KB',
    'encoding',
    null,
    anyBytes(4_096, 4_300).map((padding) => written((payment) => encode(JSON.stringify({ ...payment, padding })))),
  ),
  mutation(
    'a header without padding',
    'encoding',
    'valid',
    fc.constantFrom('', ' ', '  ').map((blanks) => written((payment) => encode(JSON.stringify(payment) + blanks).replace(/=+$/, ''))),
  ),
  mutation(
    'a header that is not a base64 JSON object',
    'encoding',
    null,
    oneOf(
      written((payment) => encode(JSON.stringify(payment)).slice(0, 90)),
      written(() => '!!'),
      written(() => encode('not JSON')),
      written(() => encode('null')),
      written((payment) => encode(encode(JSON.stringify(payment)))),
    ),
  ),
]
