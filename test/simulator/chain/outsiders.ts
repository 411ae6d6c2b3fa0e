import type { Authorization } from '../../../src/chain/chain.ts'
import { encodeTransfer } from '../../../src/chain/transfer-call.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import type { ContractKind } from './contract-kind.ts'
import { type Call, transferData } from './execute.ts'

/** What anybody but the service does on the chain. */
export type Act =
  /** `tail` follows the arguments in the calldata. */
  | { readonly kind: 'transfer'; readonly from: Hex; readonly to: Hex; readonly value: bigint; readonly tail?: Hex }
  | { readonly kind: 'transferWithAuthorization'; readonly from: Hex; readonly authorization: Authorization }
  /** Any calldata, to any contract: for example a batch of authorizations, or a call followed by other bytes. */
  | { readonly kind: 'call'; readonly from: Hex; readonly to: Hex; readonly data: Hex }
  /** As if the payer had signed it; the caller is responsible for that. */
  | { readonly kind: 'cancelAuthorization'; readonly authorizer: Hex; readonly nonce: Hex }
  /** An account delegates to a contract (EIP-7702) or stops doing so, or a contract is deployed. */
  | { readonly kind: 'setCode'; readonly account: Hex; readonly contract: ContractKind | null }
  | { readonly kind: 'blacklist' | 'unblacklist'; readonly account: Hex }

const lower = (hex: Hex) => hex.toLowerCase() as Hex
/** The account that may blacklist. */
const tokenOwner: Hex = `0x${'b1'.repeat(20)}`

/** The transaction that does it. */
export function callOf(act: Act, asset: Hex): Omit<Call, 'gas'> {
  const toToken = { to: lower(asset), data: '0x' as Hex, value: 0n, effect: null }
  switch (act.kind) {
    case 'transfer':
      return { ...toToken, from: lower(act.from), data: transferData(act.to, act.value, act.tail) }
    case 'transferWithAuthorization':
      return { ...toToken, from: lower(act.from), data: encodeTransfer(act.authorization) }
    case 'call':
      return { ...toToken, from: lower(act.from), to: lower(act.to), data: lower(act.data) }
    case 'cancelAuthorization': {
      const authorizer = lower(act.authorizer)
      return { ...toToken, from: authorizer, effect: { kind: act.kind, authorizer, nonce: lower(act.nonce) } }
    }
    case 'setCode': {
      const account = lower(act.account)
      return { ...toToken, to: account, from: account, effect: { kind: act.kind, account, contract: act.contract } }
    }
    case 'blacklist':
    case 'unblacklist':
      return { ...toToken, from: tokenOwner, effect: { kind: act.kind, account: lower(act.account) } }
  }
}
