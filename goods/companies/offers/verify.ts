import { answer, anyOf, fixedPrice, metaOf, offer, ownMeta, Problem, uncharged, z } from '../../../src/goods/door.ts'
import type { CompanySources } from './company-sources.ts'
import { readVatNumber, type VatNumber } from '../sources/vat-number.ts'
import { checksOf, formatCheck, stampsOf } from './checks.ts'
import { gatherEvidence, type Evidence } from './gather-evidence.ts'
import { mergeCompany } from './merge-company.ts'
import { registerSources } from './register-sources.ts'
import { compareAddress, compareName, factsOf } from './verdict-facts.ts'
import { judge, recommendationOf, type Judgement } from './verdict.ts'
import { verifyAnswer, verifiedExample } from './verify-answer.ts'

const aVatNumber = 'a VAT number with its prefix, such as CZ45274649'
const compared = (what: string) =>
  z
    .string()
    .min(2, what)
    .max(300, what)
    .refine((given) => /[\p{L}\p{N}]/u.test(given) && !/\p{Cc}/u.test(given), what)
    .optional()

/** One verdict on a VAT number and its company, from VIES, the national register, GLEIF and the sanctions lists. */
export const companyVerify = (sources: CompanySources) =>
  offer({
    id: 'company-verify',
    route: 'GET /v1/data/company/verify/{vatId}',
    access: fixedPrice('0.05'),
    title: 'Company verification',
    purpose:
      'Run before you pay an invoice of a European company: one verdict on its VAT number from VIES, the national register, GLEIF and the sanctions lists, with the evidence of each and a recommendation. A source that is down never makes a company invalid.',
    restsOn: 'VIES, the national register, GLEIF, the sanctions lists',
    cannotKnow: "whether the invoice, or its bank account, is the company's",
    path: z.object({ vatId: z.string().min(4, aVatNumber).max(40, aVatNumber).regex(/\d/, aVatNumber).describe(aVatNumber) }),
    query: z.object({
      name: compared('a name of 2 to 300 characters').describe('the name on the invoice, to compare'),
      address: compared('an address of 2 to 300 characters').describe('the address on the invoice on one line, to compare'),
    }),
    answer: verifyAnswer,
    brief: [
      'data.vatId',
      'data.verdict',
      'data.advice',
      'data.recommendation',
      'data.reasons',
      'data.company.legalName',
      'data.company.status',
      'data.checks[].check',
      'data.checks[].status',
    ],
    example: { path: { vatId: 'CZ45274649' }, query: { name: 'CEZ a.s.' }, answer: verifiedExample },
    dataset: {
      freshness: { renewed: 'VIES once a day per number, registers every 6 hours', maxAgeHours: 168 },
      coverage:
        'VAT numbers of the European Union, Northern Ireland, Norway, Switzerland and Great Britain; registers of Norway, Finland, Czechia, France, Poland, Slovakia, Estonia, Latvia and the United Kingdom; elsewhere VIES and GLEIF.',
    },
    needs: {
      sources: [{ ...anyOf({ vies: [] }), mayBeDown: true }],
      alsoUses: ['gleif', ...registerSources, ...(sources.screening?.sources ?? [])],
    },
    // VIES alone may take nine seconds, and a register that is searched by the name of VIES comes after it.
    deadlineMs: 20_000,
    async run({ path, query }, { clock, signal }) {
      const reading = readVatNumber(path.vatId)
      if (reading.status === 'unknown_prefix') {
        throw new Problem('invalid_input', 'This does not begin with the prefix of a VAT number.', {
          field: 'path.vatId',
          expected: aVatNumber,
        })
      }
      // The company may exist and be registered: only the wrong one of its numbers was sent.
      if (reading.status === 'wrong_format' && reading.hint !== null) {
        throw new Problem('invalid_input', reading.hint, { field: 'path.vatId', expected: aVatNumber })
      }
      const { vat } = reading
      const subject = { name: query.name ?? null, line: query.address ?? null }
      const timestamp = () => new Date(clock.now()).toISOString()
      if (reading.status !== 'valid') {
        const data = { ...wrongForm(vat, reading.status), subject }
        return answer({ success: true, data, timestamp: timestamp(), meta: ownMeta(sources.simulated) })
      }
      const evidence = await gatherEvidence(vat, { sources, signal })
      const { judgement, checks } = judged(evidence, query)
      const body = {
        success: true,
        data: {
          vatId: vat.id,
          ...shown(judgement),
          checks,
          company: isKnown(evidence) ? mergeCompany(evidence.parts) : null,
          consultationNumber: evidence.parts.vies?.consultationNumber ?? null,
          subject,
        },
        timestamp: timestamp(),
        meta: metaOf({
          stamps: stampsOf([evidence.vies, evidence.register, evidence.lei, evidence.family]),
          missing: checks.flatMap(({ check, status }) => (status === 'unavailable' || status === 'not_checked' ? [`checks.${check}`] : [])),
          simulated: sources.simulated,
        }),
      }
      return judgement.verdict === 'inconclusive'
        ? uncharged(body, 'inconclusive', judgement.advice === 'try_again' ? 'upstream' : 'unknown')
        : answer(body)
    },
  })

function judged(evidence: Evidence, query: { readonly name?: string | undefined; readonly address?: string | undefined }) {
  const comparisons = {
    name: query.name === undefined ? null : compareName(query.name, evidence),
    address: query.address === undefined ? null : compareAddress(query.address, evidence),
  }
  const facts = factsOf(evidence, comparisons)
  return { judgement: judge(facts), checks: checksOf(evidence, facts, comparisons) }
}

function shown(judgement: Judgement) {
  const { verdict, advice, reasons: because } = judgement
  return { verdict, advice, recommendation: recommendationOf(judgement), reasons: [...because] }
}

/** The form of a number needs no source: nothing is asked for one that can't exist. */
function wrongForm(vat: VatNumber, format: 'wrong_checksum' | 'wrong_format') {
  const judgement: Judgement = { verdict: 'invalid', advice: 'do_not_pay', reasons: [format] }
  return { vatId: vat.id, ...shown(judgement), checks: [formatCheck(format)], company: null, consultationNumber: null }
}

function isKnown({ parts: { vies, register, lei } }: Evidence): boolean {
  return register !== null || lei !== null || vies?.registered === true
}
