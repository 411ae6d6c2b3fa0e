import type { Chain } from '../../chain/chain.ts'
import { readTransfers, type TransferLog } from '../../chain/read-transfers.ts'
import { adoptUnknown } from './adopt-unknown.ts'
import { compareRefunds } from './book-refunds.ts'
import { collectFindings } from './collect-findings.ts'
import { compareWindow } from './compare-window.ts'
import type { NetworkParts, ReconcileParts } from './reconcile-parts.ts'
import type { Flow, NetworkReconciliation, SignerNonces } from './reconciliation.ts'
import { sumLedger } from './sum-ledger.ts'

export interface NetworkSpan {
  readonly from: bigint
  /** The newest block that is deep enough unless given. */
  readonly to?: bigint
}

/** Called as a comparison moves on. */
export type OnBlocks = (network: string, done: bigint, to: bigint) => void

/**
 * Compares the ledger with one chain over a span of blocks, both ways, and writes what is found where `adopt` is set. It may be run again, and at
 * the same time as a service sells.
 * @throws RpcUnreachable, RpcRejected; Problem `ledger_unavailable`. What was written until then stays, and is right.
 */
export async function reconcileNetwork(
  given: ReconcileParts & { readonly chain: Chain; readonly adopt: boolean },
  span: NetworkSpan,
  onBlocks: OnBlocks,
): Promise<NetworkReconciliation> {
  const { chain, ledger, payTo } = given
  const findings = collectFindings()
  const [head, finalBlock] = await Promise.all([chain.head(), chain.finalBlock()])
  const deepEnough = head.number - BigInt(chain.network.confirmations) + 1n
  const to = span.to !== undefined && span.to < deepEnough ? span.to : deepEnough
  const from = span.from > 0n ? span.from : 0n
  const parts: NetworkParts = { ...given, finalBlock, findings }
  const prices = await ledger.askedPrices()
  const seen = new Set<string>()
  let [onChain, agreed] = [0n, { count: 0, amount: 0n }]
  for await (const window of readTransfers(chain, { to: [payTo] }, { from, to }, given.ownTurn)) {
    const transfers = window.transfers.filter((transfer) => transfer.from !== payTo)
    const compared = await compareWindow(parts, transfers)
    for (const id of [...compared.seen, ...(await adoptUnknown(parts, compared.unknown, prices))]) seen.add(id)
    onChain += sum(transfers)
    agreed = { count: agreed.count + compared.agreed.length, amount: agreed.amount + sum(compared.agreed) }
    onBlocks(chain.network.id, window.to, to)
  }
  const givenBack = await refundsIn(parts, { from, to })
  const since = Number((await chain.block(from))?.timestamp ?? 0n) * 1000
  const booked = await sumLedger(parts, { from, to, since }, seen)
  const { apart, not_charged: notCharged } = findings.kinds
  return {
    network: chain.network.id,
    fromBlock: from,
    toBlock: to,
    agreed,
    received: flow(onChain - (apart?.amount ?? 0n) - (notCharged?.amount ?? 0n), booked.received),
    givenBack: flow(givenBack, booked.givenBack),
    kinds: findings.kinds,
    findings: findings.listed,
    signers: await noncesOf(parts),
  }
}

/** What the wallet for refunds gave back, without what gives back no payment. */
async function refundsIn(parts: NetworkParts, span: { readonly from: bigint; readonly to: bigint }): Promise<bigint> {
  if (parts.refundsFrom === null) return 0n
  let all = 0n
  for await (const { transfers } of readTransfers(parts.chain, { from: [parts.refundsFrom] }, span, parts.ownTurn))
    all += await compareRefunds(parts, transfers)
  return all
}

function noncesOf({ chain, ledger, signers }: NetworkParts): Promise<SignerNonces[]> {
  return Promise.all(
    signers.map(async (signer) => ({
      signer,
      onChain: await chain.accountNonce(signer, 'latest'),
      inLedger: (await ledger.highestNonce({ network: chain.network.id, signer })) + 1,
    })),
  )
}

function flow(onChain: bigint, booked: bigint): Flow {
  return { onChain, booked, difference: onChain - booked }
}

function sum(transfers: readonly TransferLog[]): bigint {
  return transfers.reduce((all, { value }) => all + value, 0n)
}
