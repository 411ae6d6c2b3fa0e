import type { AskedPrice } from '../../ledger/reconcile/asked-prices.ts'
import { unknownOffer } from '../../ledger/reconcile/adopted.ts'
import { authorizationIdentity } from '../../ledger/payments/identity.ts'
import type { Hex } from '../../shared/bytes.ts'
import { newReceiptId } from '../../shared/ids.ts'
import { note, type Unknown } from './compare-window.ts'
import type { NetworkParts } from './reconcile-parts.ts'

/** Newest payments that are searched for what is known of a payer. */
const maxSearched = 200_000
const slice = 500
/** Above every receipt id. */
const newest = 'g'

/**
 * Takes what the ledger does not know as credits: what one of our signers sent, and what has a price that we asked at some time. Anything
 * else is somebody's transfer to us. Returns the receipt ids of what it took.
 */
export async function adoptUnknown(parts: NetworkParts, unknown: readonly Unknown[], prices: readonly AskedPrice[]): Promise<string[]> {
  const { signers, adopt } = parts
  const ours = unknown.filter(({ sender, transfer }) => signers.includes(sender) || prices.some(({ price }) => price === transfer.value))
  for (const { transfer } of unknown.filter((one) => !ours.includes(one)))
    note(parts, 'apart', transfer, null, 'by an authorization, of an amount that was never a price here')
  if (!adopt) {
    for (const { transfer } of ours) note(parts, 'to_adopt', transfer, null)
    return []
  }
  const clients = await clientsOf(parts, new Set(ours.map(({ transfer }) => transfer.from)))
  const times = new Map<bigint, number>()
  const adopted: string[] = []
  for (const one of ours) {
    const { blockNumber } = one.transfer
    if (!times.has(blockNumber)) times.set(blockNumber, await timeOf(parts, blockNumber))
    const known = { prices, client: clients.get(one.transfer.from) ?? '', paidAt: times.get(blockNumber)! }
    const id = await adoptOne(parts, one, known)
    if (id !== null) adopted.push(id)
  }
  return adopted
}

async function adoptOne(
  parts: NetworkParts,
  { transfer, authorization }: Unknown,
  { prices, client, paidAt }: { readonly prices: readonly AskedPrice[]; readonly client: string; readonly paidAt: number },
): Promise<string | null> {
  const { ledger, chain, clock, random, instance, finalBlock } = parts
  const { from: payer, to: payTo, value: amount, transaction, blockNumber, blockHash, logIndex, occurrence } = transfer
  const { id: network, asset } = chain.network
  const call = parts.callOf?.(authorizationIdentity(network, asset, payer, authorization.nonce))
  const payment = await ledger.adoptPayment({
    // Its payer may have this receipt.
    id: call?.id ?? newReceiptId(random, paidAt),
    network,
    asset: asset.toLowerCase() as Hex,
    payer,
    payTo,
    amount,
    authorization,
    transaction,
    blockNumber,
    blockHash,
    logIndex,
    occurrence,
    paidAt,
    final: blockNumber <= finalBlock,
    offerId: offerOf(prices, amount),
    client,
    at: clock.now(),
    instance,
  })
  // Somebody else, such as a call that came meanwhile, was faster.
  if (payment === undefined) {
    note(parts, 'pending', transfer, null, 'the ledger learnt of it meanwhile')
    return null
  }
  note(parts, 'adopted', transfer, payment, payment.offerId === unknownOffer ? 'several offers have its price' : payment.offerId)
  return payment.id
}

function offerOf(prices: readonly AskedPrice[], amount: bigint): string {
  const offers = prices.filter(({ price }) => price === amount).map(({ offerId }) => offerId)
  return offers.length === 1 ? offers[0]! : unknownOffer
}

async function timeOf({ chain }: NetworkParts, number: bigint): Promise<number> {
  const block = (await chain.block(number)) ?? (await chain.head())
  return Number(block.timestamp) * 1000
}

/** The client addresses of the newest payments of these payers. Only from there an adopted payment may be used without a proof. */
async function clientsOf({ ledger, ownTurn }: NetworkParts, wanted: ReadonlySet<Hex>): Promise<Map<Hex, string>> {
  const found = new Map<Hex, string>()
  for (const archived of [false, true]) {
    let before = newest
    for (let searched = 0; searched < maxSearched && found.size < wanted.size; searched += slice) {
      await ownTurn()
      const rows = await ledger.clientsOfPayers({ archived, before, limit: slice })
      for (const { payer, client } of rows) if (wanted.has(payer) && client !== '' && !found.has(payer)) found.set(payer, client)
      if (rows.length < slice) break
      before = rows.at(-1)!.id
    }
  }
  return found
}
