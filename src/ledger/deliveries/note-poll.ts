import type { Unit } from '../../store/store.ts'
import type { PositionKey } from './delivery.ts'

export type NotePollInput = PositionKey & { readonly sinceDay: string; readonly at: number }

/** Remembers from which day on a payer wants a query, also where there is nothing yet: what appears late is then new to it. */
export const notePoll: Unit<NotePollInput, void> = {
  name: 'note_poll',
  sqlite(transaction, { id, payer, sinceDay, at }) {
    transaction.run(
      `INSERT INTO watch_positions (id, payer, since_day, version, items, asked_at) VALUES (?, ?, ?, 0, 0, ?)
       ON CONFLICT (id) DO UPDATE SET since_day = min(since_day, excluded.since_day), asked_at = excluded.asked_at`,
      id,
      payer,
      sinceDay,
      BigInt(at),
    )
  },
  postgres: {
    text: `INSERT INTO watch_positions (id, payer, since_day, version, items, asked_at) VALUES (:id, :payer, :since_day, 0, 0, :at::int8)
      ON CONFLICT (id) DO UPDATE SET since_day = least(watch_positions.since_day, excluded.since_day), asked_at = excluded.asked_at`,
    values: ({ id, payer, sinceDay, at }) => ({ id, payer, since_day: sinceDay, at: BigInt(at) }),
    result: () => undefined,
    orderKey: ({ id }) => id,
  },
}
