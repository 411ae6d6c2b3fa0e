import { readWatchAnswer, type WatchAnswer } from '../service/watch-offer.ts'
import type { World } from '../world/world.ts'

/** An item that the ledger has as delivered. */
export interface DeliveredRow {
  readonly position: string
  readonly item: string
  readonly day: string
  readonly paymentId: string
}

export interface WatchBooks {
  readonly delivered: readonly DeliveredRow[]
  /** By position: the number of items that it counts, and whom it belongs to. */
  readonly positions: ReadonlyMap<string, { readonly items: number; readonly payer: string }>
  /** Stored answers of watchlists, by payment. */
  readonly answers: ReadonlyMap<string, WatchAnswer>
}

/** Reads what was delivered from the tables themselves, and every answer that is stored. */
export async function readWatchBooks({ service }: World): Promise<WatchBooks> {
  const { store, answerFiles } = service
  const ask = (sql: string) => store.read({ name: 'watch_books', sqlite: (transaction) => transaction.all(sql) }, undefined)
  const delivered = await ask('SELECT * FROM delivered_items')
  const positions = await ask('SELECT * FROM watch_positions')
  const stored = await ask(
    `SELECT payment_id, body, file FROM answers WHERE payment_id IN (
       SELECT id FROM payments WHERE offer_id = 'watch' UNION ALL SELECT id FROM payments_archive WHERE offer_id = 'watch')`,
  )
  const answers = new Map<string, WatchAnswer>()
  for (const { payment_id: id, body, file } of stored) {
    const bytes = (body as Uint8Array | null) ?? (await answerFiles.read(file as string))
    if (bytes) answers.set(id as string, readWatchAnswer(Buffer.from(bytes).toString()))
  }
  return {
    answers,
    delivered: delivered.map((row) => ({
      position: row['position_id'] as string,
      item: row['item'] as string,
      day: row['day'] as string,
      paymentId: row['payment_id'] as string,
    })),
    positions: new Map(positions.map((row) => [row['id'] as string, { items: Number(row['items']), payer: row['payer'] as string }])),
  }
}
