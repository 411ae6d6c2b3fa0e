import { checksumAddress } from '../../chain/address.ts'
import type { Hex } from '../../shared/bytes.ts'
import { addressAt, FieldFault } from '../wire/fields.ts'

/** The payer that a credential names: an account on an EVM chain. */
export interface MppSource {
  readonly chainId: number
  /** Lower case. */
  readonly address: Hex
}

const sourceText = /^did:pkh:eip155:([1-9][0-9]{0,14}):(0x[0-9a-fA-F]{40})$/

/** The DID of an account (did:pkh, CAIP-10). */
export function formatSource({ chainId, address }: MppSource): string {
  return `did:pkh:eip155:${chainId}:${checksumAddress(address)}`
}

/** @throws FieldFault for anything but the DID of an EVM account. */
export function sourceAt(value: unknown, field: string): MppSource {
  const found = typeof value === 'string' ? sourceText.exec(value) : null
  if (!found) throw new FieldFault(field, 'did:pkh:eip155:<chain id>:<address>', value)
  return { chainId: Number(found[1]), address: addressAt(found[2], field) }
}
