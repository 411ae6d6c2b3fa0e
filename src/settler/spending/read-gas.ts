import type { Chain } from '../../chain/chain.ts'
import { dataFee } from '../../chain/data-fee.ts'
import type { Hex } from '../../shared/bytes.ts'
import { defaultPolicy } from '../policy.ts'
import { bytesAlone, feesPerGas, gasAlone } from '../settlement-cost.ts'
import { gasLimit, gwei, storedFees } from '../transaction/build-transaction.ts'

/** What a signer holds for gas on one network, at the fees of now. Amounts in wei. */
export interface GasReading {
  readonly balance: bigint
  /** What settling one payment alone is expected to cost. */
  readonly perSettlement: bigint
  /** What it must hold, since nodes ask for the most that a transaction may cost. With less nothing is sent. */
  readonly needed: bigint
  /** Payments that the balance settles, one by one. Batches cost about half. */
  readonly settlementsLeft: bigint
  /** The network asks for more than the settler ever pays, so nothing is sent until it asks for less. */
  readonly aboveCeiling: boolean
}

/** @throws RpcUnreachable */
export async function readGas(chain: Chain, signer: Hex): Promise<GasReading> {
  const [balance, fees, fee] = await Promise.all([chain.accountBalance(signer), chain.suggestFees(), dataFee(chain, bytesAlone)])
  const { expected } = feesPerGas(fees)
  const perSettlement = gasAlone * expected + fee
  const needed = gasLimit(defaultPolicy, chain.network, { kind: 'alone' }) * storedFees(fees).maxFeePerGas
  const spendable = balance < needed ? 0n : balance
  return {
    balance,
    perSettlement,
    needed,
    settlementsLeft: perSettlement === 0n ? spendable : spendable / perSettlement,
    aboveCeiling: expected > defaultPolicy.feeCapGwei * gwei,
  }
}
