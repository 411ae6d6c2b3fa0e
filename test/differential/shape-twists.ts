import fc from 'fast-check'
import { anyBytes, edit, editAuthorization, member, oneOf } from './arbitraries.ts'
import { encode, type Json } from './draft.ts'
import { twist, type Change, type Twist } from './twist.ts'

const v1 = { versions: [1] } as const
const v2 = { versions: [2] } as const
const anAddress = fc.constantFrom('from', 'to')

/** Puts another text or value in the place of a number of the authorization. */
const number = (...ways: readonly ((digits: string) => unknown)[]): fc.Arbitrary<Change> =>
  fc
    .tuple(fc.constantFrom('value', 'validAfter', 'validBefore'), fc.constantFrom(...ways))
    .map(([name, write]) => editAuthorization((authorization) => void (authorization[name] = write(authorization[name]))))

/** Writes an address of the authorization in another way. */
const address = (write: (text: string) => unknown): fc.Arbitrary<Change> =>
  anAddress.map((name) => editAuthorization((authorization) => void (authorization[name] = write(authorization[name]))))

/** How the JSON becomes a header. */
const written =
  (write: (payment: Json) => string): Change =>
  (draft) =>
    void (draft.write = write)

const upper = (hex: string): string => `0x${hex.slice(2).toUpperCase()}`

/** The writing of a payment: types, members that are missing or too many, the header itself. */
export const shapeTwists: readonly Twist[] = [
  twist(
    'members that nobody knows',
    'shape',
    'valid',
    oneOf(
      edit((payment) => void (payment.future = { is: [1, 2, null] })),
      edit(({ payload }) => void (payload.memo = 'hello')),
      editAuthorization((authorization) => void (authorization.memo = 'hello')),
    ),
  ),
  twist('no resource or no extensions', 'shape', 'valid', fc.oneof(member('resource', [undefined]), member('extensions', [undefined])), v2),
  twist(
    'an address in lower case',
    'shape',
    'valid',
    address((text) => text.toLowerCase()),
  ),
  // To the official code addresses are a matter of the signature, and of what it looks at before it.
  twist('an address in upper case', ['shape', 'signature'], null, address(upper)),
  twist(
    'a nonce in upper case',
    'shape',
    'valid',
    oneOf(editAuthorization((authorization) => void (authorization.nonce = upper(authorization.nonce)))),
  ),
  twist(
    'a number written in another way',
    'shape',
    null,
    number(
      // Beyond 2^53 it would be another number.
      (digits) => (Number.isSafeInteger(Number(digits)) ? Number(digits) : [digits]),
      (digits) => `0x${BigInt(digits).toString(16)}`,
      (digits) => ` ${digits}`,
      (digits) => `0${digits}`,
      (digits) => [digits],
    ),
  ),
  twist(
    'a number that is none',
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
  twist(
    'a number out of range',
    'shape',
    null,
    number(
      () => '-1',
      () => String(1n << 256n),
      () => '9'.repeat(100),
    ),
  ),
  twist(
    'an address that is none',
    ['shape', 'signature'],
    null,
    fc.constantFrom<unknown>(undefined, null, '', '0x', 'vitalik.eth', 42, `0x${'ab'.repeat(21)}`).chain((value) => address(() => value)),
  ),
  twist(
    'a nonce that is not 32 bytes',
    ['shape', 'nonce'],
    null,
    member('payload.authorization.nonce', [undefined, null, '', '0x01', 7, `0x${'ab'.repeat(33)}`, 'ab'.repeat(32)]),
  ),
  twist(
    'a signature that is no hex',
    ['shape', 'signature'],
    null,
    member('payload.signature', ['0x123', 'signed', `0x${'zz'.repeat(65)}`, 'ab'.repeat(65), '']),
  ),
  twist('no signature', ['shape', 'signature'], null, member('payload.signature', [undefined, null, 7, {}])),
  twist('no authorization', 'shape', null, member('payload.authorization', [undefined, null, 'none', 7])),
  twist('no payload', 'shape', null, member('payload', [undefined, null, 7])),
  twist('a Permit2 authorization beside the other one', 'shape', null, member('payload.permit2Authorization', [{}, null]), v2),
  twist(
    'a Permit2 authorization beside the other one, in version 1',
    'shape',
    null,
    member('payload.permit2Authorization', [{}, null]),
    v1,
  ),
  twist('a version that there is not', 'shape', null, member('x402Version', [0, 3, '2', '1', null, undefined])),
  twist(
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
  twist(
    'a JSON member that comes twice',
    'encoding',
    null,
    oneOf(written((payment) => encode(JSON.stringify(payment).replace('"payload":', '"payload":{},"payload":')))),
  ),
  twist(
    'a header of more than 8 KB',
    'encoding',
    null,
    anyBytes(4_096, 4_300).map((padding) => written((payment) => encode(JSON.stringify({ ...payment, padding })))),
  ),
  twist(
    'a header without padding',
    'encoding',
    'valid',
    fc.constantFrom('', ' ', '  ').map((blanks) => written((payment) => encode(JSON.stringify(payment) + blanks).replace(/=+$/, ''))),
  ),
  twist(
    'a header that is no base64 of an object',
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
