import type { Query, Store, Unit } from '../store/store.ts'
import { adopt } from './adopt.ts'
import type { AnswerFiles } from './answer-files.ts'
import { answer } from './answer.ts'
import { archive } from './archive.ts'
import { barPayer, barredUntil } from './bar-payer.ts'
import { claimTransfer } from './claim-transfer.ts'
import { claim } from './claim.ts'
import { closeSlot } from './close-slot.ts'
import { expireAll } from './expire-all.ts'
import { extendLease } from './extend-lease.ts'
import { finalize } from './finalize.ts'
import { find, findByCredential, findByIdentity, hotByIdentity } from './find.ts'
import { freeLeases } from './free-leases.ts'
import { gasSpent } from './gas-spent.ts'
import { highestNonce } from './highest-nonce.ts'
import { inSlices, slices } from './in-slices.ts'
import { keepAnswer, readAnswer } from './keep-answer.ts'
import type { Ledger } from './ledger.ts'
import { LeaseLost } from './leases.ts'
import { openSlots, slotAt } from './open-slots.ts'
import { orUnavailable } from './or-unavailable.ts'
import { orphans } from './orphans.ts'
import { payersSince } from './payers-since.ts'
import { paymentsOf } from './payments-of.ts'
import { ipv6Pools, quotaLeft, returnQuota, takeQuota } from './quota.ts'
import { pricesSince, recordPrices } from './record-prices.ts'
import { recordTransaction } from './record-transaction.ts'
import { refuse } from './refuse.ts'
import { release } from './release.ts'
import { reverse } from './reverse.ts'
import { serve } from './serve.ts'
import { settle } from './settle.ts'
import { releaseLease, takeLease } from './take-lease.ts'
import { totals } from './totals.ts'
import { uncharge } from './uncharge.ts'
import { unfinal } from './unfinal.ts'
import { unsettle } from './unsettle.ts'
import { watched } from './watched.ts'

export interface LedgerOptions {
  readonly store: Store
  readonly answerFiles: AnswerFiles
  /** How long answers are kept, and how long idempotency keys name their payment. Default 24 h. */
  readonly answerTtlMs?: number
  /** Answers over this size lie in files. Default 256 KB. */
  readonly largeAnswerBytes?: number
}

/** Rows in one unit. */
const archiveSlice = 50
const finalizeSlice = 200

/** The ledger over any store; closing it closes the store. Where the store or a file fails, a Problem `ledger_unavailable` says so. */
export function createLedger(options: LedgerOptions): Ledger {
  const { answerFiles, answerTtlMs = 24 * 3_600_000, largeAnswerBytes = 256 * 1024 } = options
  const store = orUnavailable(options.store)
  const keeping = { answerFiles, answerTtlMs, largeAnswerBytes }
  const writes =
    <Input, Output>(unit: Unit<Input, Output>) =>
    (input: Input) =>
      store.write(unit, input)
  const writesHeld =
    <Input>(unit: Unit<Input, boolean>) =>
    async (input: Input) => {
      if (!(await store.write(unit, input))) throw new LeaseLost(`${unit.name}: another instance has taken the lease`)
    }
  const reads =
    <Input, Output>(query: Query<Input, Output>) =>
    (input: Input) =>
      store.read(query, input)

  return {
    recordPrices: writes(recordPrices),
    pricesSince: reads(pricesSince),
    takeQuota: writes(takeQuota),
    returnQuota: writes(returnQuota),
    quotaLeft: reads(quotaLeft),
    ipv6Pools: reads(ipv6Pools),

    find: reads(find),
    findByCredential: reads(findByCredential),
    findByIdentity: reads(findByIdentity),
    hotByIdentity: reads(hotByIdentity),
    async answer(id) {
      const row = await store.read(answer, id)
      return row && readAnswer(answerFiles, row)
    },
    claim: (input) => store.write(claim, { ...input, keysUntil: input.now + answerTtlMs }),
    claimTransfer: (input) => store.write(claimTransfer, { ...input, keysUntil: input.now + answerTtlMs }),
    extendLease: writes(extendLease),
    serve: async (input) => store.write(serve, { ...input, answer: await keepAnswer(keeping, input, input.answer, input.at) }),
    uncharge: async (input) => store.write(uncharge, { ...input, answer: await keepAnswer(keeping, input, input.answer, input.at) }),
    release: writes(release),
    settle: writes(settle),
    refuse: writes(refuse),
    unsettle: writes(unsettle),
    reverse: writes(reverse),
    async finalize({ ids }) {
      for (const some of slices(ids, finalizeSlice)) await store.write(finalize, { ids: some })
    },

    orphans: reads(orphans),
    adopt: writes(adopt),
    unfinal: reads(unfinal),
    watched: reads(watched),
    recordTransaction: writesHeld(recordTransaction),
    openSlots: reads(openSlots),
    slotAt: reads(slotAt),
    closeSlot: writesHeld(closeSlot),
    highestNonce: reads(highestNonce),
    gasSpent: reads(gasSpent),
    barPayer: writes(barPayer),
    barredUntil: reads(barredUntil),
    takeLease: writes(takeLease),
    releaseLease: writes(releaseLease),
    freeLeases: reads(freeLeases),

    expire: (input) => expireAll(store, answerFiles, input),
    archive: ({ expiredBefore, limit }) => inSlices(limit, archiveSlice, (part) => store.write(archive, { expiredBefore, limit: part })),
    totals: () => store.read(totals, undefined),
    payersSince: reads(payersSince),
    paymentsOf: reads(paymentsOf),
    close: () => store.close(),
  }
}
