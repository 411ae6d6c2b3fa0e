import { join } from 'node:path'
import { openPostgresStore } from '../../store/postgres/open-postgres-store.ts'
import { systemParts } from '../../store/postgres/store.fixture.ts'
import { fileStore, temporaryDirectory } from '../../store/sqlite/store.fixture.ts'
import { rowForms } from '../../goods/tables/rows.ts'
import { reserveSpending } from '../../llm/spending/spending-rows.ts'
import { keepSnapshot } from '../../../goods/companies/sources/snapshots/keep-snapshot.ts'
import { watchCompany } from '../../../goods/companies/sources/snapshots/watch-company.ts'
import type { Store } from '../../store/store.ts'
import { createAnswerFiles, type AnswerFiles } from '../answers/answer-files.ts'
import {
  again,
  base,
  bytes32,
  claimed,
  claimedTransfer,
  claimOf,
  generous,
  hello,
  noon,
  noonSeconds,
  polygon,
  released,
  runLimits,
  served,
  settled,
  settledTransfer,
  settlementOf,
  today,
  transferOf,
  uncharged,
  wallet,
} from '../contract/open-ledger.fixture.ts'
import { creditOf, refundFor } from '../contract/refunds.contract.ts'
import { createLedger } from '../create-ledger.ts'
import type { Ledger } from '../ledger.ts'
import type { Payment } from '../payments/payment.ts'
import type { MoveParts } from './move-ledger.ts'

/** An embedded ledger, and a database that it may be moved to. */
export interface TwoLedgers extends AsyncDisposable {
  readonly directory: string
  readonly from: Store
  readonly to: Store
  readonly files: AnswerFiles
  readonly here: Ledger
  readonly there: Ledger
  readonly parts: MoveParts
}

export async function openTwoLedgers(url: string): Promise<TwoLedgers> {
  const directory = temporaryDirectory()
  const from = await fileStore(directory.path)
  const to = await openPostgresStore({ ...systemParts, url, connections: 2 })
  const files = createAnswerFiles(join(directory.path, 'answers'))
  const { clock, random } = systemParts
  return {
    directory: directory.path,
    from,
    to,
    files,
    here: createLedger({ store: from, answerFiles: files, largeAnswerBytes: 1_000 }),
    there: createLedger({ store: to, answerFiles: files, largeAnswerBytes: Infinity }),
    parts: { from, to, files, clock, random, listener: { onStart() {}, onRows() {} } },
    async [Symbol.asyncDispose]() {
      await Promise.all([from.close(), to.close()])
      directory[Symbol.dispose]()
    },
  }
}

export const large = { status: 200, contentType: 'image/png', body: new Uint8Array(5_000).map((_, index) => index % 251) }

/** The query of a watchlist that a payer polls. */
const watched = { id: 'a position', payer: wallet(17) }

/** Something of everything that a ledger may hold, so that no table stays empty. Returns the payments. */
export async function sellOfEverything(ledger: Ledger): Promise<Payment[]> {
  await ledger.recordPrices({ prices: [{ offerId: 'market-price', price: 7_500n }], at: noon })
  await ledger.recordPrices({ prices: [{ offerId: 'market-price', price: 2n ** 53n + 1n }], at: noon + 1 })
  await ledger.keepHooks({ on: true })
  await ledger.addCounts({ counts: [{ at: noon, name: 'calls', key: 'market-price', count: 3 }] })
  await ledger.orderPrice({ offerId: 'market-price', price: 9_000n, from: noon + 5, at: noon })
  await ledger.orderPrice({ offerId: 'market-price', price: null, from: noon + 9, at: noon })
  await ledger.recordRates({ rates: [{ unit: 'EUR', day: today, usd: '1.05', source: 'ecb' }], replace: false, at: noon })
  await ledger.takeQuota({ day: today, pool: '2001:db8::/64', limit: 25 })
  await ledger.barPayer({ payer: wallet(13), until: noon + 5, reason: 'burns gas' })
  const freeCall = { day: today, client: 'one', dailyLimit: 9 }
  const kept = [
    await served(ledger, claimOf({ payer: wallet(2), freeCall, keys: ['key of the caller'] })),
    await claimed(ledger, claimOf({ payer: wallet(3), network: polygon })),
    await settled(ledger, claimOf({ payer: wallet(4), amount: 2n ** 53n + 1n, balance: 2n ** 60n })),
    await settledTransfer(ledger, transferOf()),
  ]
  const withFile = await claimed(ledger, claimOf({ payer: wallet(5) }))
  kept.push((await ledger.serve({ ...withFile, answer: large, at: noon }))!)
  const credit = await claimedTransfer(ledger, transferOf({ payer: wallet(6) }))
  kept.push((await uncharged(ledger, credit))!)
  // Somebody used a transfer up, then its payer proves that it was theirs.
  const stolen = transferOf({ payer: wallet(7) })
  await settledTransfer(ledger, stolen)
  kept.push(await claimedTransfer(ledger, again(stolen, { bound: true })))
  // Answered early, and never collected.
  const early = await claimed(ledger, claimOf({ payer: wallet(12) }))
  const served12 = await ledger.serveEarly({ ...early, claimed: early, answer: hello, at: noon, ...generous })
  kept.push((await ledger.bookOwed({ id: served12!.payment.id, reason: 'gone', day: today, at: noon }))!)
  const polled = await claimed(ledger, claimOf({ payer: wallet(17) }))
  const delivery = { ...watched, version: 0, sinceDay: today, items: [{ item: 'a notice', day: today }], added: 1 }
  await ledger.serveDelivery({ ...polled, answer: hello, at: noon, delivery })
  kept.push((await ledger.find(polled.id))!)
  const gone = await served(ledger, claimOf({ payer: wallet(8) }))
  kept.push((await ledger.refuse({ id: gone.id, reason: 'cancelled', at: noon }))!)
  for (const [number, nonce] of [
    [1, 0],
    // A higher hash first, so that the order of storing is not that of the key.
    [9, 1],
    [8, 1],
  ] as const)
    await ledger.recordTransaction({
      network: base,
      signer: wallet(9),
      nonce,
      transaction: {
        hash: bytes32(number),
        raw: `0x02${bytes32(number).slice(2)}`,
        maxFeePerGas: 10n ** 30n,
        maxPriorityFeePerGas: 1n,
        storedAt: noon,
      },
      payments: number === 1 ? [kept[2]!.id] : [],
      at: noon,
    })
  await ledger.closeSlot({ network: base, signer: wallet(9), nonce: 0, state: 'mined', gasGwei: 77n, day: today })
  const unused = await creditOf(ledger, { payer: wallet(16) })
  const refund = refundFor(unused)
  await ledger.askRefund(refund)
  await ledger.settle([settlementOf(refund.refund.id)])
  kept.push(unused)
  const ended = await settled(ledger, claimOf({ payer: wallet(10) }))
  await ledger.finalize({ ids: [ended.id] })
  const failed = await claimed(ledger, claimOf({ payer: wallet(11) }))
  await released(ledger, failed, true)
  await ledger.archive({ expiredBefore: noonSeconds + 61n, limit: 100 })
  return Promise.all([...kept, ended, failed].map(async ({ id }) => (await ledger.find(id))!))
}

/** What others keep beside the ledger in its database: a company that is watched, and the spending of a day. */
export async function fillOtherTables(store: Store): Promise<void> {
  const company = { source: 'krs', registerNumber: '0000028860', nextRefreshAt: noon }
  await store.write(watchCompany, { ...company, country: 'PL', now: noon, maxWatches: 1 })
  await store.write(keepSnapshot, { ...company, seenAt: noon, url: 'https://register.example', record: '{"legalName":"ORLEN S.A."}' })
  await store.write(reserveSpending, { day: today, amount: 7n, limit: 100n })
  await store.write(rowForms('goods_rows').put, { line: 'tides', name: 'asked', key: 'brést', row: '{"times":3}' })
}

/** What two ledgers must agree about, as one answers it. */
export async function everyAnswer(ledger: Ledger, payments: readonly Payment[]): Promise<unknown> {
  const payers = [...new Set(payments.map(({ payer }) => payer))]
  return {
    payments: await Promise.all(payments.map(({ id }) => ledger.find(id))),
    byCredential: await Promise.all(payments.map(({ credentialHash }) => ledger.findByCredential(credentialHash))),
    answers: await Promise.all(payments.map(({ id }) => ledger.answer(id))),
    totals: await ledger.totals(),
    payers: await ledger.payersSince({ after: '', limit: 1_000 }),
    histories: await Promise.all(payers.map((payer) => ledger.payerHistory(payer))),
    barred: await Promise.all([...payers, wallet(13)].map((payer) => ledger.barredUntil({ payer, now: noon }))),
    orphans: byId(await ledger.orphans({ now: noon + 3_600_000, instance: 'after', allInstances: false, limit: 1_000 })),
    unfinal: byId(await ledger.notFinal({ network: base, limit: 1_000 })),
    unfinalTransfers: byId(await ledger.notFinal({ network: base, transfers: true, limit: 1_000 })),
    watched: byId(await ledger.refusedStillValid({ network: base, validAfterSeconds: 0n, limit: 1_000 })),
    slots: await ledger.openSlots({ network: base, signer: wallet(9) }),
    closed: await ledger.slotAt({ network: base, signer: wallet(9), nonce: 0 }),
    highest: await ledger.highestNonce({ network: base, signer: wallet(9) }),
    gas: await ledger.networkSpending({ network: base, day: today }),
    quota: await ledger.quotaLeft({ day: today, pool: '2001:db8::/64', limit: 25 }),
    pools: await ledger.ipv6Pools({ day: today }),
    deliveries: await ledger.deliveries({ ...watched, fromDay: today }),
    early: await ledger.earlyExposure({ day: today }),
    prices: await ledger.pricesSince({ offerId: 'market-price', since: 0 }),
  }
}

/** Each payment once more, and one that its payer never made: what becomes of them, and what is left of counters. */
export async function everyRetry(ledger: Ledger, claims: readonly ReturnType<typeof claimOf>[]): Promise<unknown> {
  const results: unknown[] = []
  for (const claim of claims) results.push(await ledger.claim(claim))
  results.push(await ledger.takeQuota({ day: today, pool: '2001:db8::/64', limit: 25 }))
  await ledger.recordPrices({ prices: [{ offerId: 'market-price', price: 8_000n }], at: noon + 2 })
  results.push(await ledger.pricesSince({ offerId: 'market-price', since: 0 }))
  return results
}

/** A new credential with the authorization of each payment that has one. */
export function retriesOf(payments: readonly Payment[]) {
  const freeCall = { day: today, client: 'two', dailyLimit: 9 }
  const retries = payments.flatMap(({ payer, network, amount, authorization }) =>
    authorization ? [claimOf({ payer, network, amount, nonce: authorization.nonce, balance: 2n ** 61n, freeCall })] : [],
  )
  return [...retries, claimOf({ payer: wallet(2), keys: ['key of the caller'], unchargedRuns: runLimits({ limit: 1 }) })]
}

const byId = (payments: readonly Payment[]) => payments.toSorted((a, b) => (a.id < b.id ? -1 : 1))
