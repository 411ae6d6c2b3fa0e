import type { PlantedFault } from './planted-fault.ts'

/** What keeps each item of a watchlist at one charge and none of them skipped, each made wrong. */
export const watchlistFaults: readonly PlantedFault[] = [
  {
    name: 'deliveries-not-marked',
    what: 'stores the answer of a watchlist and does not mark what it delivers',
    file: 'ledger/deliveries/serve-delivery.ts',
    find: 'for (const { item, day } of delivery.items) {',
    replace: 'for (const { item, day } of delivery.items.slice(0, 0)) {',
  },
  {
    name: 'marked-after-the-answer',
    what: 'marks what an answer delivers in a unit of its own, after the one that stores the answer',
    file: 'ledger/create-ledger.ts',
    find: 'return store.write(serveDelivery, { ...input, answer: await keepAnswer(keeping, input, input.answer, input.at) })',
    replace: `const { delivery, id, at } = input
      const served = await store.write(serve, { ...input, answer: await keepAnswer(keeping, input, input.answer, input.at) })
      if (!served) return served
      await store.write({ ...notePoll, sqlite(transaction: any, poll: any) {
        notePoll.sqlite(transaction, poll)
        for (const { item, day } of delivery.items)
          transaction.run('INSERT OR IGNORE INTO delivered_items (position_id, item, day, delivered_at, payment_id) VALUES (?, ?, ?, ?, ?)', delivery.id, item, day, BigInt(at), id)
        transaction.run('UPDATE watch_positions SET version = version + 1, items = (SELECT count(*) FROM delivered_items WHERE position_id = id) WHERE id = ?', delivery.id)
      } }, { id: delivery.id, payer: delivery.payer, sinceDay: delivery.sinceDay, at })
      return served`,
  },
  {
    name: 'position-never-moves-on',
    what: 'lets two calls deliver from the same position, both as they read it',
    file: 'ledger/deliveries/serve-delivery.ts',
    find: '     WHERE id = ? AND version = ?`',
    replace: '     WHERE id = ? AND ? > 0`',
  },
  {
    name: 'first-delivery-twice',
    what: 'lets two calls make the first delivery of a position',
    file: 'ledger/deliveries/serve-delivery.ts',
    find: 'asked_at = excluded.asked_at WHERE version = 0`',
    replace: 'asked_at = excluded.asked_at`',
    several: true,
  },
  {
    name: 'repeated-before-it-is-paid',
    what: 'gives another call, without a charge, what a payment delivers that is not settled yet',
    file: 'ledger/deliveries/read-deliveries.ts',
    find: "coalesce(p.state, '') IN ${undecided} AS withheld",
    replace: "coalesce(p.state, '') = 'refused' AS withheld",
  },
  {
    name: 'withheld-is-new',
    what: 'sells items again whose refused payment may still be collected',
    file: 'gate/watchlist/choose-page.ts',
    find: "if (record.withheld) return 'withheld'",
    replace: "if (record.withheld) return 'new'",
  },
  {
    name: 'withheld-is-delivered',
    what: 'goes on past items whose payment was refused',
    file: 'gate/watchlist/choose-page.ts',
    find: "if (record.withheld) return 'withheld'",
    replace: "if (record.withheld) return 'known'",
  },
  {
    name: 'withheld-for-ever',
    what: 'keeps items as delivered whose payment was refused, when nothing can collect it',
    file: 'ledger/housekeeping/archive.ts',
    find: '    forgetRefusedDeliveries(transaction, ids)\n',
    replace: '    void forgetRefusedDeliveries\n',
  },
  {
    name: 'given-back-and-counted',
    what: 'counts items against the bound of a payer that are not on record any longer',
    file: 'ledger/housekeeping/archive.ts',
    find: 'UPDATE watch_positions SET items = items - 1 WHERE id = ?',
    replace: 'UPDATE watch_positions SET items = items - 0 WHERE id = ?',
  },
  {
    name: 'next-since-past-the-page',
    what: 'gives a next_since past the items that did not fit the page',
    file: 'gate/watchlist/choose-page.ts',
    find: 'const days = [answeredUntil, ...(hasMore && last ? [last.day] : []), ',
    replace: 'const days = [answeredUntil, ',
  },
  {
    name: 'empty-poll-not-noted',
    what: 'does not note from which day on a payer polls that was given nothing yet',
    file: 'gate/steps/store-watched.ts',
    find: 'if (delivered && isWorthNoting(delivered, request, at)) await',
    replace: 'if (delivered && isWorthNoting(delivered, request, at) && at < 0) await',
  },
  {
    name: 'repeated-is-charged',
    what: 'charges items that come again',
    file: 'gate/watchlist/choose-page.ts',
    find: "const sold = given.filter(({ standing }) => standing === 'new')",
    replace: "const sold = given.filter(({ standing }) => standing !== 'known')",
  },
  {
    name: 'marked-beyond-the-page',
    what: 'marks every new item as delivered, also those that did not fit the page',
    file: 'gate/watchlist/choose-page.ts',
    find: "const sold = given.filter(({ standing }) => standing === 'new')",
    replace: "const sold = list.filter(({ standing }) => standing === 'new')",
  },
  {
    name: 'free-beside-repeated',
    what: 'charges nothing for new items that come with repeated ones',
    file: 'gate/steps/store-watched.ts',
    find: 'if (chosen.sold.length === 0) {',
    replace: 'if (chosen.sold.length < chosen.page.items.length) {',
  },
  {
    name: 'hash-moves-the-position',
    what: 'lets anybody who presents the hash of a transfer move the position of its payer',
    file: 'gate/steps/store-watched.ts',
    find: 'return authorization !== null || bound',
    replace: 'return authorization !== null || bound !== null',
  },
]
