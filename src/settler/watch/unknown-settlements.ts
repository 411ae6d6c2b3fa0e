import { addressTopic, topics } from '../../chain/abi.ts'
import { RpcRejected, RpcUnreachable, type Chain, type Chains, type NetworkId } from '../../chain/chain.ts'
import { quantity, readLogs } from '../../chain/node-answers.ts'
import { settlementsIn, type SettlementLog } from '../../chain/settlement-logs.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { authorizationIdentity } from '../../ledger/payments/identity.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Log } from '../../shared/log.ts'

/** Newest final blocks that one search reads, and transactions in them. Older ones are left to the next search. */
const maxBlocks = 2_000n
const maxTransactions = 20

export interface UnknownSettlements {
  /** Reads what is new on every network since the last look. Never rejects: a network that does not answer is read next time. */
  look(): Promise<void>
}

/**
 * Looks for authorizations that paid us and that the ledger does not know: a sign that another ledger is paid at the same
 * address. Each of the two would take a transfer to it for a payment of its own. Every network is reported once.
 */
export function createUnknownSettlements(parts: {
  readonly chains: Chains
  readonly ledger: Pick<Ledger, 'findByIdentity'>
  readonly payTo: Hex
  readonly log: Log
}): UnknownSettlements {
  const { chains, ledger, payTo, log } = parts
  const readTo = new Map<NetworkId, bigint>()
  const reported = new Set<NetworkId>()

  async function lookAt(chain: Chain): Promise<void> {
    const { id } = chain.network
    const last = await chain.finalBlock()
    const oldest = last >= maxBlocks ? last - maxBlocks + 1n : 0n
    const next = (readTo.get(id) ?? -1n) + 1n
    const from = next > oldest ? next : oldest
    if (from > last) return
    const found = await firstUnknown(chain, await payingTransactions(chain, payTo, from, last))
    readTo.set(id, last)
    if (!found) return
    reported.add(id)
    const { transaction, payer, value } = found
    const message =
      'PAY_TO was paid by an authorization that this ledger does not know. PAY_TO must belong to one ledger alone: if another service is paid there, give each an address of its own'
    log.warn({ network: id, payTo, transaction, payer, baseUnits: String(value) }, message)
  }

  async function firstUnknown(chain: Chain, hashes: readonly Hex[]): Promise<(SettlementLog & { readonly transaction: Hex }) | undefined> {
    const { id, asset } = chain.network
    for (const transaction of hashes) {
      const receipt = await chain.receipt(transaction)
      const paid = receipt ? settlementsIn(receipt, chain.network).filter(({ to }) => to === payTo.toLowerCase()) : []
      for (const settlement of paid) {
        const known = await ledger.findByIdentity(authorizationIdentity(id, asset, settlement.payer, settlement.nonce))
        if (!known) return { ...settlement, transaction }
      }
    }
    return undefined
  }

  return {
    async look() {
      for (const chain of chains.values()) {
        if (chain.awaited || reported.has(chain.network.id)) continue
        try {
          await lookAt(chain)
        } catch (error) {
          if (!(error instanceof RpcUnreachable || error instanceof RpcRejected)) throw error
          log.debug({ network: chain.network.id, err: error }, 'settlements to PAY_TO were not read')
        }
      }
    },
  }
}

/** Transactions that moved the network's USDC to an address, the newest first. @throws RpcUnreachable, RpcRejected */
async function payingTransactions({ rpc, network }: Chain, payTo: Hex, from: bigint, to: bigint): Promise<Hex[]> {
  const filter = {
    address: network.asset,
    topics: [topics.transfer, null, addressTopic(payTo)],
    fromBlock: quantity(from),
    toBlock: quantity(to),
  }
  const logs = readLogs(await rpc.call('eth_getLogs', [filter], { alone: true }))
  return [...new Set(logs.toReversed().map(({ transactionHash }) => transactionHash))].slice(0, maxTransactions)
}
