import { answer, answerMeta, fixedPrice, offer, Problem, uncharged, z } from '../../../src/goods/door.ts'
import { answerEach, type AnswerMeta, batchDecidedBy, batchResults, isoTime, joinedMeta, maxBatch } from '../../../src/goods/kit/answers.ts'
import { riskAnswer, riskExample } from './risk-answer.ts'
import type { risk } from './risk.ts'

type Risk = ReturnType<typeof risk>

const { lists: riskLists, ...screening } = riskAnswer.shape.data.shape
const { lists: exampleLists, ...exampleScreening } = riskExample.data
const maxLength = 200

const subject = z.object({
  subject: z.string().max(maxLength).describe('A name, a number or an address on a blockchain'),
  birthYear: z.string().max(4).optional().describe('A person born in another year does not match'),
  country: z.string().max(2).optional().describe('Tells namesakes apart'),
})

/** Several names or addresses in one call; each is screened as a call of its own would be. */
export const riskBatch = (risk: Risk, { simulated }: { readonly simulated: boolean }) =>
  offer({
    id: 'data-risk-batch',
    route: 'POST /v1/data/risk/batch',
    access: fixedPrice('0.015'),
    title: 'Sanctions screening of up to ten',
    purpose:
      'The sanctions screening of each of up to ten names, numbers or blockchain addresses. One that cannot be screened has its own error. An aid to screening, not legal advice.',
    restsOn: risk.restsOn,
    cannotKnow: risk.cannotKnow,
    body: z.object({ subjects: z.array(subject).min(1).max(maxBatch) }),
    answer: z.object({
      success: z.boolean(),
      data: z.object({ results: batchResults(z.object(screening)), lists: riskLists }),
      timestamp: isoTime,
      meta: answerMeta,
    }),
    example: {
      body: { subjects: [{ subject: 'Saddam Husayn', birthYear: '1937' }] },
      answer: {
        ...riskExample,
        data: { results: [{ asked: 'Saddam Husayn', result: exampleScreening, error: null }], lists: exampleLists },
      },
    },
    variantOf: 'data-risk',
    brief: ['data.results[].asked', 'data.results[].result.verdict', 'data.results[].error.code'],
    ...(risk.dataset ? { dataset: risk.dataset } : {}),
    needs: risk.needs,
    async run({ body: { subjects } }, context) {
      const metas: AnswerMeta[] = []
      let lists: z.input<typeof riskLists> = []
      let conclusive = false
      let isCallersDoing = false
      const results = await answerEach(
        subjects.map((one) => one.subject),
        async (asked, index) => {
          const { birthYear, country } = subjects[index] ?? {}
          const field = `body.subjects[${index}]`
          const path = risk.path?.safeParse({ nameOrAddress: asked })
          if (!path?.success) throw invalid(`${field}.subject`, 'This is no name, number or address.', 'a text with two letters or digits')
          const query = risk.query?.safeParse({
            ...(birthYear === undefined ? {} : { birthYear }),
            ...(country === undefined ? {} : { country }),
          })
          if (!query?.success)
            throw invalid(field, 'Its birthYear or country cannot be read.', 'a year such as 1957, and a country such as IQ')
          const screened = await risk.run({ path: path.data, query: query.data, body: {} }, context)
          const { body } = screened
          const { lists: searched, ...result } = body.data
          metas.push(body.meta)
          lists = searched
          conclusive ||= screened.charge
          isCallersDoing ||= !screened.charge && screened.counted
          return { key: JSON.stringify([asked.toLowerCase(), query.data]), result }
        },
      )
      const body = {
        success: true,
        data: { results, lists },
        timestamp: new Date(context.clock.now()).toISOString(),
        meta: joinedMeta(metas, simulated),
      }
      return conclusive ? answer(body) : uncharged(body, 'no_subject_screened', isCallersDoing ? 'caller' : batchDecidedBy(results))
    },
  })

function invalid(field: string, detail: string, expected: string): Problem {
  return new Problem('invalid_input', detail, { field, expected })
}
