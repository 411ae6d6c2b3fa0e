import { answer, type AnyOffer, free, metaOf, offer, ownMeta, usd } from '../../../src/goods/door.ts'
import type { AnswerMeta } from '../../../src/goods/kit/answers.ts'
import type { Hex } from '../../../src/goods/kit/evm.ts'
import type { OfferContext } from '../../../src/goods/kit/parts.ts'
import type { ScreeningPort, TrustPort } from '../../../src/goods/kit/ports.ts'
import type { SiteVisits } from '../../../src/goods/kit/sites.ts'
import { checkTerms } from '../payment-terms/check-terms.ts'
import type { FoundTerms } from '../payment-terms/found-offer.ts'
import { knownNetworks } from '../payment-terms/known-tokens.ts'
import { readTerms } from '../payment-terms/read-terms.ts'
import { advise, adviseOnOffer, withPayeeFaults } from './advise.ts'
import { check402Answer, type Check402Body } from './check-402-answer.ts'
import { check402Body } from './check-402-body.ts'
import { check402Example } from './check-402-example.ts'
import { check402Input, type Check402Input } from './check-402-input.ts'
import { receive402, type Received } from './receive-402.ts'
import { createFreeScores, type ScoreForFree } from './score-for-free.ts'
import { screenPayees, type ScreenedPayee } from './screen-payees.ts'

/** What the check needs besides the context of a call. */
export interface Check402Parts {
  readonly screening: ScreeningPort
  /** Null where no line scores addresses: then payees are screened only, and what is on chain stays unknown. */
  readonly trust: TrustPort | null
  readonly sites: SiteVisits
  readonly simulated: boolean
}

/** What an agent asks before it pays a stranger. */
export function check402({ trust, ...parts }: Check402Parts): AnyOffer {
  const checks = { ...parts, score: trust && createFreeScores(trust) }
  return offer({
    id: 'check-402',
    route: 'POST /v1/agent/check-402',
    access: free,
    title: 'Check of a 402',
    purpose:
      'Run before paying a stranger: every offer of a 402 decoded (x402 version 1 and 2, MPP, L402 named), its faults with their fix, the price in dollars, the payee screened and scored, and the advice to pay up to an amount, to ask, or not to pay.',
    restsOn: 'the 402 that you give, our decoders, chains and lists',
    cannotKnow: 'whether the seller delivers',
    body: check402Input,
    answer: check402Answer,
    needs: { alsoUses: parts.screening.sources },
    brief: [
      'url',
      'status',
      'advice.action',
      'advice.maxUsd',
      'advice.offer',
      'faults',
      'payees[].address',
      'payees[].sanctions',
      'payees[].score',
      'advice.reasons[].code',
    ],
    example: check402Example,
    fairUse: { burst: 30, perMinute: 10 },
    async run({ body }, context) {
      return answer(await check(body, checks, context))
    },
  })
}

type Checks = Omit<Check402Parts, 'trust'> & { readonly score: ScoreForFree | null }

async function check(input: Check402Input, checks: Checks, context: OfferContext): Promise<Check402Body> {
  const received = await receive402(input, checks.sites, context.signal)
  const networks = knownNetworks(context.chains)
  const url = received.kind === 'received' ? received.answer.url : (input.url ?? null)
  const read = termsOf(received, context.clock.now())
  const known = checkTerms(read, { networks, url: input.url ?? url, knownPayees: input.knownPayees ?? [] })
  const payees = await screenPayees(
    known.offers.flatMap(({ payTo, network }) => (payTo === null ? [] : [{ address: payTo as Hex, network }])),
    checks,
    context,
  )
  const terms: FoundTerms = { ...known, offers: known.offers.map((one) => withPayeeFaults(one, payees)) }
  const max = input.maxUsd === undefined ? null : usd(input.maxUsd)
  const advices = new Map(terms.offers.map((one) => [one.id, adviseOnOffer(one, payees, max)]))
  const status = received.kind === 'received' ? received.answer.status : null
  const body = check402Body({ url, status, terms, advices, advice: advise(terms, advices), payees, networks })
  return { ...body, meta: metaFor(payees, checks) }
}

function termsOf(received: Received, now: number): FoundTerms {
  return received.kind === 'received' ? readTerms(received.answer, now) : { offers: [], faults: [received.fault] }
}

/** Decoding rests on no source; screening and scores do. */
function metaFor(payees: readonly ScreenedPayee[], { screening, simulated }: Checks): AnswerMeta {
  if (payees.length === 0) return ownMeta(simulated)
  const scored = payees.flatMap(({ score }) => (score === null ? [] : [score]))
  const stamps = [...scored.flatMap((score) => score.stamps), ...screening.stamps()]
  const missing = payees.flatMap(({ sanctions, score, isScoreShown }, index) => [
    ...(sanctions === 'unknown' ? [`payees[${index}].sanctions`] : []),
    ...(score === null ? [`payees[${index}].score`] : isScoreShown ? [] : [`payees[${index}].score (free_calls_used)`]),
  ])
  return metaOf({
    stamps: stamps.filter(({ id }, index) => stamps.findIndex((one) => one.id === id) === index),
    missing,
    simulated,
  })
}
