import { anyOf, fixedPrice, metaOf, offer, orUpstreamProblem, Problem, watchedAnswer } from '../../../src/goods/door.ts'
import { pageFields, readWatchlistQuery } from '../../../src/goods/kit/answers.ts'
import { cpvTitleOf } from '../ted/cpv-code.ts'
import { cpvDivisions } from '../ted/cpv-titles.ts'
import type { Ted } from '../ted/ted.ts'
import { eformsTitle } from '../ted/eforms-codes.ts'
import { maxNotices } from '../ted/gather-window.ts'
import { selectNotices, type SelectedNotice } from './select-notices.ts'
import { checkWanted, tenderPath, tenderQuery, wantedTenders } from './tender-input.ts'
import { tendersAnswer, tendersExample } from './tenders-answer.ts'

/** Notices of public procurement in TED, for a country and CPV codes, since a day. */
export const euTenders = (ted: Pick<Ted, 'find'>, { simulated }: { readonly simulated: boolean }) =>
  offer({
    id: 'data-tenders',
    route: 'GET /v1/data/tenders/eu/{country}/{cpv}',
    access: fixedPrice('0.02'),
    title: 'Public tenders of the EU',
    purpose:
      'Notices of public tenders in TED for a country and CPV codes since a day: title, buyer, codes with English titles, type, procedure, deadline, value, lots and links. Changes and results are notices of their own. Poll with next_since to learn of new ones.',
    restsOn: 'TED, the official journal',
    cannotKnow: "tenders below the EU's thresholds; values that the buyer did not write",
    path: tenderPath,
    query: tenderQuery,
    answer: tendersAnswer,
    brief: [
      'data.country',
      'data.cpv',
      'data.next_since',
      'data.has_more',
      'data.coverage.status',
      'data.notices[].id',
      'data.notices[].title',
      'data.notices[].deadlineAt',
      'data.notices[].url',
    ],
    example: { path: { country: 'DE', cpv: '72' }, query: { limit: '50' }, answer: tendersExample },
    dataset: {
      freshness: { renewed: 'every 15 minutes; TED publishes from Monday to Friday at about 8 UTC', maxAgeHours: 24 },
      coverage: `Notices of the last 400 days of all buyers that publish in TED, at most ${maxNotices} in one answer.`,
      values: () => ({ cpv: cpvDivisions().map(([id, title]) => ({ id, title })) }),
    },
    // Up to sixteen pages, half a second apart.
    deadlineMs: 30_000,
    watchlist: {
      items: 'notices',
      subject(input) {
        const { country, cpv, minValue, types } = wantedTenders(input)
        return [country, cpv, minValue, types]
      },
    },
    needs: { sources: [anyOf({ ted: ['windows'] })] },
    async run(input, { clock, signal }) {
      const request = readWatchlistQuery(input.query, clock.now())
      const wanted = wantedTenders(input)
      checkWanted(wanted)
      const found = await ted
        .find({ country: wanted.buyerCountry, cpv: wanted.cpv, from: request.windowFrom }, { signal })
        .catch(orUpstreamProblem('TED does not answer at present.'))
      if (found.kind === 'too-many') throw tooMany(found.totalCount, request.windowFrom)
      const { source, missing, complete, unreadableCount } = found
      const status: 'complete' | 'truncated' = complete && unreadableCount === 0 ? 'complete' : 'truncated'
      const askedOn = source.asOf.slice(0, 10)
      return watchedAnswer({
        request,
        items: selectNotices(found.notices, wanted).map((one) => ({ id: one.notice.id, day: one.notice.day, item: one })),
        // What TED held back may be of any day.
        answeredUntil: complete && askedOn > request.since ? askedOn : request.since,
        asked: source.cache === 'miss',
        body: (page) => ({
          success: true,
          data: {
            country: wanted.country,
            cpv: [...wanted.cpv],
            sinceDate: request.since,
            notices: page.items.map(({ item, repeated }) => noticeOf(item, repeated, clock.now())),
            ...pageFields(page),
            coverage: { status, observedAt: source.asOf, unreadableCount },
          },
          timestamp: new Date(clock.now()).toISOString(),
          meta: metaOf({
            stamps: [source],
            missing: [...missing.map((member) => `notices[].${member}`), ...(status === 'complete' ? [] : ['notices'])],
            simulated,
          }),
        }),
      })
    },
  })

function tooMany(totalCount: number, from: string): Problem {
  return new Problem(
    'invalid_input',
    `TED has ${totalCount} notices for this since ${from}, with the 30 days before since; one answer is made from at most ${maxNotices}.`,
    { field: 'path.cpv', expected: 'a longer CPV prefix, a single country, or a later since' },
  )
}

function titled(list: Parameters<typeof eformsTitle>[0], codes: readonly string[]) {
  return codes.map((code) => ({ code, title: eformsTitle(list, code) }))
}

function noticeOf({ notice, valueCheck }: SelectedNotice, repeated: boolean, now: number) {
  const { id, day, cpv, deadlines, changeReasons, award, ...rest } = notice
  const present = new Date(now).toISOString()
  return {
    ...rest,
    id,
    repeated,
    publishedDate: day,
    cpv: cpv.map((code) => ({ code, ...(cpvTitleOf(code) ?? { title: null, titleCode: null }) })),
    changeReasons: titled('changeReasons', changeReasons),
    award: award && {
      statuses: titled('winnerStatuses', award.statuses),
      notAwardedReasons: titled('notAwardedReasons', award.notAwardedReasons),
    },
    deadlineAt: deadlines.find((at) => at >= present) ?? null,
    valueCheck,
  }
}
