import { parseTransaction } from 'viem'
import type { Fees, Network } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import { divideUp } from '../../shared/money.ts'
import type { StoredTransaction } from '../../ledger/ledger.ts'
import type { SettlerPolicy } from '../policy.ts'
import type { UnsignedTransaction } from './unsigned-transaction.ts'

export const gwei = 1_000_000_000n

/** What a transaction carries: many plain payers, one plain payer, one contract payer, or nothing. */
export type Load =
  | { readonly kind: 'batch'; readonly items: number }
  | { readonly kind: 'alone' }
  | { readonly kind: 'contract' }
  | { readonly kind: 'filler' }

/** The explicit gas limit of a settlement, with margin. It is the most gas that a transfer may use. */
export function gasLimit(policy: SettlerPolicy, network: Network, load: Load): bigint {
  const extra = network.extraGas ?? { perTransaction: 0n, perItem: 0n }
  switch (load.kind) {
    case 'batch':
      return policy.gasPerBatch + extra.perTransaction + BigInt(load.items) * (policy.gasPerItem + extra.perItem)
    case 'alone':
      return policy.gasAlone + extra.perTransaction + extra.perItem
    case 'contract':
      return policy.gasContract + extra.perTransaction + extra.perItem
    case 'filler':
      return policy.gasFiller + extra.perTransaction
  }
}

/** A transaction that settles, from the calldata that the chain gave for it. */
export function settlementTransaction(
  network: Network,
  nonce: number,
  call: { to: Hex; data: Hex },
  gas: bigint,
  fees: Fees,
): UnsignedTransaction {
  return { chainId: network.chainId, nonce, to: call.to, data: call.data, value: 0n, gas, fees }
}

/** A transfer of nothing to ourselves: uses up a nonce that later ones wait for. */
export function fillerTransaction(network: Network, nonce: number, signer: Hex, gas: bigint, fees: Fees): UnsignedTransaction {
  return { chainId: network.chainId, nonce, to: signer, data: '0x', value: 0n, gas, fees }
}

/** Whether a signed transaction is such a one. */
export function isFiller(raw: Hex): boolean {
  return (parseTransaction(raw).data ?? '0x') === '0x'
}

/** The same call with the same nonce at other fees. */
export function replacement(network: Network, raw: Hex, fees: Fees): UnsignedTransaction {
  const { nonce = 0, to, data = '0x', gas = 0n } = parseTransaction(raw)
  return { chainId: network.chainId, nonce, to: to as Hex, data, value: 0n, gas, fees }
}

/** The most that a transaction may cost: its gas limit at its highest price, in gwei, rounded up. */
export function worstCostGwei({ gas, fees }: Pick<UnsignedTransaction, 'gas' | 'fees'>): bigint {
  return divideUp(gas * storedFees(fees).maxFeePerGas, gwei)
}

/** The same of a signed one. */
export function worstCostOfSigned(raw: Hex): bigint {
  const { gas = 0n, maxFeePerGas, gasPrice } = parseTransaction(raw) as { gas?: bigint; maxFeePerGas?: bigint; gasPrice?: bigint }
  return divideUp(gas * (maxFeePerGas ?? gasPrice ?? 0n), gwei)
}

/** What a mined transaction did cost, the data fee of a rollup included, in gwei, rounded up. */
export function costGwei(receipt: { readonly gasUsed: bigint; readonly effectiveGasPrice: bigint; readonly dataFee?: bigint }): bigint {
  return divideUp(receipt.gasUsed * receipt.effectiveGasPrice + (receipt.dataFee ?? 0n), gwei)
}

/** Fees not above the cap. */
export function capped(fees: Fees, capGwei: bigint): Fees {
  const cap = capGwei * gwei
  return fees.kind === 'legacy'
    ? { kind: 'legacy', gasPrice: min(fees.gasPrice, cap) }
    : { kind: 'eip1559', maxFeePerGas: min(fees.maxFeePerGas, cap), maxPriorityFeePerGas: min(fees.maxPriorityFeePerGas, cap) }
}

/** Fees as they are stored, for both kinds in the same two figures. */
export function storedFees(fees: Fees): Pick<StoredTransaction, 'maxFeePerGas' | 'maxPriorityFeePerGas'> {
  return fees.kind === 'legacy'
    ? { maxFeePerGas: fees.gasPrice, maxPriorityFeePerGas: fees.gasPrice }
    : { maxFeePerGas: fees.maxFeePerGas, maxPriorityFeePerGas: fees.maxPriorityFeePerGas }
}

/**
 * Fees for replacing a transaction: what the network asks now, and at least an eighth (12.5 %) above the previous ones
 * in both figures, since pools refuse less (geth asks for 10 %). Null where that would pass the cap, or where the previous
 * ones are a multiple of what is asked: then it is not the fee that holds it up.
 */
export function bumped(
  previous: Pick<StoredTransaction, 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
  suggested: Fees,
  { feeCapGwei, bumpLimit }: Pick<SettlerPolicy, 'feeCapGwei' | 'bumpLimit'>,
): Fees | null {
  const asked = storedFees(suggested)
  if (previous.maxFeePerGas > bumpLimit * asked.maxFeePerGas && previous.maxPriorityFeePerGas > bumpLimit * asked.maxPriorityFeePerGas)
    return null
  const cap = feeCapGwei * gwei
  const lowest = raised(previous.maxFeePerGas)
  if (lowest > cap) return null
  const maxFeePerGas = min(max(lowest, asked.maxFeePerGas), cap)
  const maxPriorityFeePerGas = min(max(raised(previous.maxPriorityFeePerGas), asked.maxPriorityFeePerGas), maxFeePerGas)
  return suggested.kind === 'legacy' ? { kind: 'legacy', gasPrice: maxFeePerGas } : { kind: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
}

function raised(fee: bigint): bigint {
  return divideUp(fee * 9n, 8n) + 1n
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
