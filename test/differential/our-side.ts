import { z } from 'zod'
import type { Chain, Chains } from '../../src/chain/chain.ts'
import { createGate } from '../../src/gate/gate.ts'
import { prepareInput } from '../../src/gate/input/prepared-input.ts'
import { normalize } from '../../src/gate/verify/normalize.ts'
import { createPaidCalls } from '../../src/gate/paid-call.ts'
import { createDailyQuota } from '../../src/gate/limits/quota.ts'
import { createRecentPayerRefusals } from '../../src/gate/verify/recent-payer-refusals.ts'
import { createRateLimit } from '../../src/shared/rate-limit.ts'
import { createTerms } from '../../src/gate/terms/terms.ts'
import { verifyAuthorization } from '../../src/gate/verify/verify-authorization.ts'
import type { GateOutcome } from '../../src/gate/outcome.ts'
import { createLedger } from '../../src/ledger/create-ledger.ts'
import { answer, offer } from '../../src/offers/offer.ts'
import { systemClock, systemRandom, systemTimers } from '../../src/ops/system.ts'
import { readCredential } from '../../src/payments/read-credential.ts'
import { createSettler } from '../../src/settler/create-settler.ts'
import { createKeySigner } from '../../src/settler/signer.ts'
import { noFailPoint } from '../../src/shared/fail-point.ts'
import { unixSeconds } from '../../src/shared/clock.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { silentLog } from '../../src/shared/log.ts'
import { silentMetrics } from '../../src/shared/metrics.ts'
import { openMemoryStore } from '../../src/store/sqlite/open-memory-store.ts'
import { systemParts } from '../../src/store/sqlite/store.fixture.ts'
import { ourTerms, type OurTerms } from './our-terms.ts'
import { valid, type Side, type Verdict, type Wire } from './side.ts'

/** Above the limit of the first call free, so that every valid payment is settled. */
export const price = 50_000n
/** Seconds that a window must have left for run and settlement, as in `service/build-service.ts` for Base. */
export const neededSeconds = 36

export interface OurSide extends Side {
  readonly terms: OurTerms
  close(): Promise<void>
}

/** Our gate with a real chain, a real ledger in memory, and its own settler. */
export async function createOurSide(parts: { readonly chain: Chain; readonly payTo: Hex; readonly signerKey: Hex }): Promise<OurSide> {
  const { chain, payTo, signerKey } = parts
  const system = { clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics }
  const { clock, timers, log } = system
  const chains: Chains = new Map([[chain.network.id, chain]])
  const ledger = createLedger({ store: openMemoryStore(systemParts), answerFiles: {} as never })
  const settler = createSettler({
    ...system,
    chains,
    ledger,
    signers: new Map([[chain.network.id, [createKeySigner(signerKey)]]]),
    instance: 'ours',
    failPoint: noFailPoint,
    alone: true,
  })
  await settler.recover()
  const thing = offer({
    id: 'thing',
    route: 'GET /v1/thing',
    access: { kind: 'fixed', price },
    title: 'Thing',
    purpose: 'To be sold.',
    answer: z.object({}),
    example: { answer: {} },
    run: async () => answer({}),
  })
  const terms = createTerms({ chains, settler, payTo, ledger, clock, priceGraceSeconds: 300, costs: null })
  const verify = {
    chains,
    settler,
    ledger,
    clock,
    terms,
    acceptsPayer: () => true,
    neededSeconds: () => neededSeconds,
    payerRefusals: createRecentPayerRefusals(),
    contracts: null,
  }
  const mppChallenges = { verify: () => ({ ok: false, problem: 'invalid-challenge', field: '', expected: '', received: '' }) as const }
  const rateLimit = createRateLimit({ burst: 1e6, perSecond: 1e6, clock })
  const context = { sources: {} as never, chains, clock, catalog: { offers: [thing] }, publicUrl: 'http://seller.test' }
  const paid = createPaidCalls({
    ...system,
    verify,
    ledger,
    settler,
    context,
    random: systemRandom,
    mppChallenges,
    transfers: { bareHashes: false, theftLimitPerDay: 0n },
    noteRefusal: () => {},
    refusalLimit: rateLimit,
    failPoint: noFailPoint,
    instance: 'ours',
    limits: {
      freeCallsPerClientPerDay: 0,
      dearFreeCallsPerClientPerDay: 0,
      runs: { unchargedPerPayer: 1e6, unchargedPerClient: 1e6, refusedContractsPerClient: 1e6, unsettled: { base: 1e6, max: 1e6 } },
      answerWithinMs: 20_000,
    },
  })
  const quota = createDailyQuota({ ledger, clock, limit: 0, maxGiveBacks: 30 })
  const gate = createGate({ rateLimit, quota, ledger, runsPerClient: 1e6, paid, terms, context, clock, timers, log, recordCall: () => {} })

  const readingOf = (wire: Wire) => readCredential({ get: (name) => (name.toUpperCase() === wire.header ? wire.value : null) })

  return {
    terms: ourTerms({ chains, terms, offer: thing }),
    async verify(wire) {
      const reading = readingOf(wire)
      if (reading.kind === 'refused') return reading.refusal.code
      if (reading.kind !== 'credential') throw new Error(`read as ${reading.kind}`)
      const normal = normalize({ challenges: mppChallenges, nowSeconds: unixSeconds(clock) }, thing, reading.credential)
      if (normal.kind !== 'authorization') throw new Error(`normalized to ${normal.kind}`)
      const verified = await verifyAuthorization(verify, thing, normal, undefined)
      switch (verified.kind) {
        case 'verified':
          return valid
        case 'refused':
          return verified.refusal.code
        case 'known':
          return `known as ${verified.payment.state}`
      }
    },
    async settle(wire) {
      const input = prepareInput(thing, { path: {}, query: { of: 'anything' }, body: undefined })
      const outcome = await gate.call({
        offer: thing,
        input,
        credential: readingOf(wire),
        arrivedAt: Date.now(),
        client: '192.0.2.1',
        idempotencyKey: null,
      })
      return settledOf(outcome)
    },
    async close() {
      await settler.drain(1_000)
      await ledger.close()
    },
  }
}

/** An answer counts as valid only if its payment was settled, not if it is pending. */
function settledOf(outcome: GateOutcome): Verdict {
  switch (outcome.kind) {
    case 'answer':
      return outcome.payment?.state === 'settled' ? valid : `answered with a payment in ${outcome.payment?.state}`
    case 'payment_required':
      return 'asked for a payment'
    case 'refused':
      return outcome.refusal.code
  }
}
