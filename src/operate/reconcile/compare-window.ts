import type { TransferLog } from '../../chain/read-transfers.ts'
import { authorizationIdentity, transferIdentity } from '../../ledger/payments/identity.ts'
import type { Holder } from '../../ledger/reconcile/holders.ts'
import type { Payment, PaymentState } from '../../ledger/payments/payment.ts'
import type { ReconcileFinding, FindingKind } from './reconciliation.ts'
import type { NetworkParts } from './reconcile-parts.ts'
import { proofsOf, type TransferProof } from './transfer-proof.ts'

/** A transfer that an authorization made, which the ledger does not know, or has released. */
export interface Unknown {
  readonly transfer: TransferLog
  readonly authorization: NonNullable<TransferProof['authorization']>
  readonly sender: TransferProof['sender']
}

export interface Compared {
  readonly agreed: readonly TransferLog[]
  readonly unknown: readonly Unknown[]
  /** Payments of the ledger that have their transfer here, whatever else differs. */
  readonly seen: readonly string[]
}

/** As many as one query takes in one turn. */
const keysAtOnce = 100

const paid: ReadonlySet<PaymentState> = new Set(['settled', 'credit', 'running', 'refunding', 'refunded'])
const underWay: ReadonlySet<PaymentState> = new Set(['claimed', 'ordered', 'served', 'settling'])
const givenUp: ReadonlySet<PaymentState> = new Set(['refused', 'owed'])

/** Compares transfers to us with what the ledger has of them, and books what it had given up. */
export async function compareWindow(parts: NetworkParts, transfers: readonly TransferLog[]): Promise<Compared> {
  const keyOf = (transfer: TransferLog) => transferKey(parts, transfer)
  const holders = await holdersOf(parts, transfers.map(keyOf))
  const agreed: TransferLog[] = []
  const seen: string[] = []
  const left: TransferLog[] = []
  for (const transfer of transfers) {
    const payment = holders.get(keyOf(transfer))
    if (!payment) {
      left.push(transfer)
      continue
    }
    seen.push(payment.id)
    if (judgeKnown(parts, transfer, payment)) agreed.push(transfer)
  }
  const unknown = await compareByAuthorization(parts, left, (id) => seen.push(id))
  return { agreed, unknown, seen }
}

/** A transfer that the ledger has under its own key. Whether all of it is as on chain. */
function judgeKnown(parts: NetworkParts, transfer: TransferLog, payment: Payment): boolean {
  if (underWay.has(payment.state)) {
    note(parts, 'pending', transfer, payment)
    return false
  }
  const faults = [
    ...(payment.payer === transfer.from ? [] : [`payer ${payment.payer}`]),
    ...(payment.transaction === transfer.transaction ? [] : [`transaction ${payment.transaction ?? 'none'}`]),
    ...(payment.blockNumber === transfer.blockNumber ? [] : [`block ${payment.blockNumber ?? 'none'}`]),
    ...(paid.has(payment.state) ? [] : [`state ${payment.state}`]),
  ]
  if (faults.length > 0) note(parts, 'differs', transfer, payment, `the ledger has ${faults.join(', ')}`)
  return faults.length === 0
}

/** The rest: transfers by an authorization may be known by that; plain ones are not payments of the ledger. */
async function compareByAuthorization(
  parts: NetworkParts,
  transfers: readonly TransferLog[],
  onSeen: (id: string) => void,
): Promise<Unknown[]> {
  const { network } = parts.chain
  const proofs = await proofsOf(parts, transfers)
  const keyOf = ({ from }: TransferLog, { nonce }: Unknown['authorization']) =>
    authorizationIdentity(network.id, network.asset, from, nonce)
  const keys = [...proofs].flatMap(([transfer, { authorization }]) => (authorization ? [keyOf(transfer, authorization)] : []))
  const holders = await holdersOf(parts, keys)
  const unknown: Unknown[] = []
  for (const [transfer, { authorization, sender }] of proofs) {
    if (authorization === null) {
      note(parts, 'apart', transfer, null, 'a plain transfer that nobody has presented: its payer may still do so, or it is no payment')
      continue
    }
    const payment = holders.get(keyOf(transfer, authorization))
    if (payment) onSeen(payment.id)
    if (!payment || payment.state === 'released') unknown.push({ transfer, authorization, sender })
    else await judgeByAuthorization(parts, transfer, payment)
  }
  return unknown
}

async function judgeByAuthorization(parts: NetworkParts, transfer: TransferLog, payment: Payment): Promise<void> {
  const { state } = payment
  if (underWay.has(state)) return note(parts, 'pending', transfer, payment)
  if (payment.amount !== transfer.value || payment.payTo !== transfer.to)
    return note(parts, 'differs', transfer, payment, `the ledger has ${payment.amount} base units to ${payment.payTo}`)
  if (givenUp.has(state)) {
    if (parts.adopt) await settle(parts, transfer, payment)
    return note(parts, parts.adopt ? 'settled_late' : 'to_adopt', transfer, payment, `the ledger had it as ${state}`)
  }
  if (state === 'free' || state === 'uncharged') return note(parts, 'not_charged', transfer, payment, `the ledger has it as ${state}`)
  note(parts, 'differs', transfer, payment, `the ledger has it as ${state} in transaction ${payment.transaction ?? 'none'}`)
}

async function settle({ ledger, clock }: NetworkParts, transfer: TransferLog, { id }: Payment): Promise<void> {
  const { transaction, blockNumber, blockHash, logIndex, occurrence } = transfer
  await ledger.settle([{ id, transaction, blockNumber, blockHash, logIndex, occurrence, at: clock.now() }])
}

export function transferKey({ chain }: Pick<NetworkParts, 'chain'>, { transaction, to, value, occurrence }: TransferLog): string {
  return transferIdentity({ network: chain.network.id, transaction, payTo: to, amount: value, occurrence })
}

/** Who holds each key; a payment that was used before one that was released. */
export async function holdersOf(
  { ledger, ownTurn }: Pick<NetworkParts, 'ledger' | 'ownTurn'>,
  keys: readonly string[],
): Promise<Map<string, Payment>> {
  const found: Holder[] = []
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    await ownTurn()
    found.push(...(await ledger.holders(keys.slice(at, at + keysAtOnce))))
  }
  const released = found.filter(({ payment }) => payment.state === 'released')
  const used = found.filter(({ payment }) => payment.state !== 'released')
  return new Map([...released, ...used].map(({ identity, payment }) => [identity, payment]))
}

export function note(
  { chain, findings }: Pick<NetworkParts, 'chain' | 'findings'>,
  kind: FindingKind,
  { transaction, blockNumber, from, value }: Pick<TransferLog, 'transaction' | 'blockNumber' | 'from' | 'value'>,
  payment: Pick<Payment, 'id'> | null,
  what: ReconcileFinding['what'] = null,
): void {
  const network = chain.network.id
  findings.add({ kind, network, transaction, block: blockNumber, payer: from, amount: value, payment: payment?.id ?? null, what })
}
