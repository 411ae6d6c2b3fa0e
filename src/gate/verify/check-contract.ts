import type { Authorization, Chain } from '../../chain/chain.ts'
import { paymentRefusal } from '../../payments/wire/refusals.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { SettlementCosts } from '../../settler/settlement-cost.ts'
import type { Settler } from '../../settler/settler.ts'
import type { TermsOfSale } from '../terms/terms.ts'

/** What decides whether a payment of a contract is accepted. Its signature check runs code of its own, at our expense. */
export interface ContractChecks {
  readonly settler: Pick<Settler, 'contractGas' | 'hasSettledBefore'>
  /** Null where gas costs nothing. */
  readonly costs: Pick<SettlementCosts, 'isGasTooExpensive'> | null
}

/**
 * The refusal of a payment of a contract: settling it would fail when it is tried with the fees that it will get, would cost
 * more than the share of its price, or there is no allowance left for contracts that have settled nothing before. Null where it is accepted.
 * @throws RpcUnreachable
 */
export async function checkContract(
  { settler, costs }: ContractChecks,
  terms: Pick<TermsOfSale, 'refusal'>,
  { network }: Chain,
  authorization: Authorization,
): Promise<Refusal | null> {
  if (!settler.contractGas) return null
  const { from, value } = authorization
  const refusal = (await settler.hasSettledBefore(from)) ? null : terms.refusal(network.id, value, { newContract: true })
  if (refusal !== null) return refusal
  const gas = await settler.contractGas(network.id, authorization)
  if (gas === null) return paymentRefusal('invalid_exact_evm_transaction_simulation_failed', { field: 'payload.signature' })
  return costs?.isGasTooExpensive(network.id, gas, value) ? tooDear(gas) : null
}

function tooDear(gas: bigint): Refusal {
  return paymentRefusal('settlement_too_expensive', {
    field: 'payload.signature',
    expected: 'a signature check that costs less than the share of the price that settling may cost',
    received: `a check with which settling takes ${gas} gas`,
  })
}
