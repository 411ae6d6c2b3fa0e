import { z } from '../../../src/goods/door.ts'
import { plainText } from '../../../src/goods/kit/http.ts'
import { twoLetters } from './country-codes.ts'
import { dayOf, deadlinesOf } from './ted-deadlines.ts'
import { valueOf } from './ted-value.ts'
import type { TenderNotice } from './tender-notice.ts'

/** A notice with thousands of lots repeats itself thousands of times. */
const maxMembers = 2_000
const maxCodes = 100

const row = z.record(z.string(), z.unknown())
const number = /^\d{1,9}-\d{4}$/
const code = /^[a-z][a-z0-9-]{0,59}$/

/** The publication number of a row; null where it has none. */
export function numberOf(given: unknown): string | null {
  const found = row.safeParse(given).data?.['publication-number']
  return typeof found === 'string' && number.test(found) ? found : null
}

/**
 * Reads one notice of TED. Its fields come as a value, a list with a member for each lot, or a map from languages to either, so
 * each is read alone: one that is in no known form is null. Null without a publication number and day.
 */
export function noticeOf(given: unknown): TenderNotice | null {
  const fields = row.safeParse(given).data
  const id = numberOf(given)
  const day = fields && dayOf(fields['publication-date'])
  if (!fields || id === null || day === null || day === undefined) return null
  const list = (name: string) => listOf(fields[name])
  const code = (name: string) => codeOf(list(name)[0])
  const formType = code('form-type')
  const [title, titleLanguage] = textOf(fields['title-proc']) ?? textOf(fields['notice-title']) ?? [null, null]
  return {
    id,
    day,
    noticeId: idOf(list('notice-identifier')[0]),
    procedureId: idOf(list('procedure-identifier')[0]),
    title,
    titleLanguage,
    buyer: {
      name: textOf(fields['buyer-name'])?.[0] ?? null,
      country: countryIn([...list('organisation-country-buyer'), ...list('buyer-country')]),
    },
    cpv: cpvIn(list('classification-cpv')),
    noticeType: code('notice-type'),
    formType,
    procedure: code('procedure-type'),
    changedNotice: idOf(list('change-notice-version-identifier')[0]),
    changeReasons: codesIn(list('change-reason-code')),
    award: awardIn(codesIn(list('winner-selection-status')), codesIn(list('non-award-justification'))),
    deadlines: [
      ...deadlinesOf(list('deadline-receipt-tender-date-lot'), list('deadline-receipt-tender-time-lot')),
      ...deadlinesOf(list('deadline-receipt-request-date-lot'), list('deadline-receipt-request-time-lot')),
    ].sort(),
    value: valueOf(
      {
        estimatedProc: list('estimated-value-proc'),
        estimatedProcCurrency: list('estimated-value-cur-proc'),
        estimatedLots: list('estimated-value-lot'),
        estimatedLotsCurrency: list('estimated-value-cur-lot'),
        total: list('total-value'),
        totalCurrency: list('total-value-cur'),
        tender: list('tender-value'),
        tenderCurrency: list('tender-value-cur'),
      },
      formType === 'result' || formType === 'cont-modif' || formType === 'completion',
    ),
    lotCount: new Set(list('identifier-lot').filter((lot) => typeof lot === 'string')).size || null,
    url: linkIn(fields['links'], 'html', 'ENG') ?? `https://ted.europa.eu/en/notice/-/detail/${id}`,
    xmlUrl: linkIn(fields['links'], 'xml', 'MUL') ?? `https://ted.europa.eu/en/notice/${id}/xml`,
  }
}

/** A value alone, or the members of a list. */
function listOf(given: unknown): readonly unknown[] {
  if (given === undefined || given === null) return []
  return Array.isArray(given) ? given.slice(0, maxMembers) : [given]
}

/** A text and its language: English, else the first one. A text without a map has no language. */
function textOf(given: unknown): [text: string, language: string | null] | null {
  const alone = firstText(given)
  if (alone !== null) return [alone, null]
  const byLanguage = row.safeParse(given).data
  if (!byLanguage || Array.isArray(given)) return null
  const languages = Object.keys(byLanguage).slice(0, 40)
  for (const language of [...languages.filter(isEnglish), ...languages.filter((one) => !isEnglish(one))]) {
    const text = firstText(byLanguage[language])
    if (text !== null && /^[a-z]{3}$/i.test(language)) return [text, language.toLowerCase()]
  }
  return null
}

function isEnglish(language: string): boolean {
  return language.toLowerCase() === 'eng'
}

function firstText(given: unknown): string | null {
  for (const one of listOf(given)) {
    const text = typeof one === 'string' ? plainText(one, 500) : ''
    if (text !== '') return text
  }
  return null
}

function idOf(given: unknown): string | null {
  return typeof given === 'string' && /^[A-Za-z0-9-]{1,80}$/.test(given) ? given : null
}

function codeOf(given: unknown): string | null {
  return typeof given === 'string' && code.test(given) ? given : null
}

/** Each code once: TED repeats them for each lot, and two such lists do not go together lot by lot. */
function codesIn(given: readonly unknown[]): string[] {
  return [...new Set(given.flatMap((one) => codeOf(one) ?? []))].slice(0, maxCodes)
}

function awardIn(statuses: string[], notAwardedReasons: string[]): TenderNotice['award'] {
  return statuses.length + notAwardedReasons.length === 0 ? null : { statuses, notAwardedReasons }
}

function countryIn(given: readonly unknown[]): string | null {
  for (const one of given) {
    const country = typeof one === 'string' ? twoLetters(one) : null
    if (country !== null) return country
  }
  return null
}

/** Each code once, in the order of the notice, without check digits. */
function cpvIn(given: readonly unknown[]): string[] {
  const codes = given.flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' ? (/^(\d{8})(?:-\d)?$/.exec(String(one))?.[1] ?? []) : [],
  )
  return [...new Set(codes)].slice(0, maxCodes)
}

const links = z.record(z.string(), z.record(z.string(), z.unknown()).catch({}))

/** A link of the notice, if it leads to TED. */
function linkIn(given: unknown, kind: string, language: string): string | null {
  const found = links.safeParse(given).data?.[kind]?.[language]
  const url = typeof found === 'string' && found.length <= 300 ? URL.parse(found) : null
  return url?.protocol === 'https:' && url.hostname === 'ted.europa.eu' ? url.href : null
}
