import type { Authorization } from '../../chain/chain.ts'
import { addressAt, bytes32At, bytesAt, FieldFault, member, objectAt, uintAt } from '../wire/fields.ts'

/** Reads the EIP-3009 `payload` of an `exact` payment, which is the same in both versions. @throws FieldFault */
export function readAuthorization(payload: Readonly<Record<string, unknown>>): Authorization {
  if (Object.hasOwn(payload, 'permit2Authorization')) {
    throw new FieldFault('payload', 'an EIP-3009 authorization (Permit2 is not supported)', payload)
  }
  const authorization = objectAt(member(payload, 'authorization'), 'payload.authorization')
  return {
    from: addressAt(member(authorization, 'from'), 'payload.authorization.from'),
    to: addressAt(member(authorization, 'to'), 'payload.authorization.to'),
    value: uintAt(member(authorization, 'value'), 'payload.authorization.value'),
    validAfter: uintAt(member(authorization, 'validAfter'), 'payload.authorization.validAfter'),
    validBefore: uintAt(member(authorization, 'validBefore'), 'payload.authorization.validBefore'),
    nonce: bytes32At(member(authorization, 'nonce'), 'payload.authorization.nonce'),
    // A plain account's signature has 65 bytes; only a wallet's contract knows which signatures it accepts.
    signature: bytesAt(member(payload, 'signature'), 'payload.signature', 0, 4096),
  }
}
