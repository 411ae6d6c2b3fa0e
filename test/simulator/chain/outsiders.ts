import type { Authorization } from '../../../src/chain/chain.ts'
import { encodeTransfer } from '../../../src/chain/transfer-call.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import type { ContractKind } from './contract-kind.ts'
import { type Call, transferData } from './execute.ts'

/** What somebody else does on the chain. */
export type Act =
  /** `tail` stands behind the arguments in the calldata. */
  | { readonly kind: 'transfer'; readonly from: Hex; readonly to: Hex; readonly value: bigint; readonly tail?: Hex }
  | { readonly kind: 'transferWithAuthorization'; readonly from: Hex; readonly authorization: Authorization }
  /** Any calldata, to any contract: a batch of authorizations, a call with bytes behind it. */
  | { readonly kind: 'call'; readonly from: Hex; readonly to: Hex; readonly data: Hex }
  /** As if the payer had signed for it; whether it did is the caller's word. */
  | { readonly kind: 'cancelAuthorization'; readonly authorizer: Hex; readonly nonce: Hex }
  /** An account points at a contract (EIP-7702), or is plain again; or a contract is deployed. */
  | { readonly kind: 'setCode'; readonly account: Hex; readonly contract: ContractKind | null }
  | { readonly kind: 'blacklist' | 'unblacklist'; readonly account: Hex }

const lower = (hex: Hex) => hex.toLowerCase() as Hex
/** Who blacklists. */
const tokenOwner: Hex = `0x${'b1'.repeat(20)}`

/** The transaction in which it is done. */
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
