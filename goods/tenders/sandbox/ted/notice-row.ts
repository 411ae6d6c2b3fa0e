import { dayMs } from '../notices/notices-of-day.ts'
import type { SandboxNotice } from '../notices/sandbox-notice.ts'

type Field = (notice: SandboxNotice) => unknown

const perLot = <T>({ lots }: SandboxNotice, make: (lot: number) => T): T[] => Array.from({ length: lots }, (_, lot) => make(lot))

/** Dates carry an offset, or a Z. */
function offsetOf({ form, day }: SandboxNotice): string {
  if (form % 7 === 0) return 'Z'
  return Number(day.slice(5, 7)) > 3 && Number(day.slice(5, 7)) < 11 ? '+02:00' : '+01:00'
}

function later({ day }: SandboxNotice, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Euro and cents as a number, or as a text. Some buyers say no value: 0, or a cent. */
function amountOf({ form }: SandboxNotice, given: number): string | number {
  const cents = form % 31 === 0 ? form % 2 : given
  const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  return form % 3 === 0 ? text : Number(text)
}

const when =
  (kinds: readonly string[], make: Field): Field =>
  (notice) =>
    kinds.includes(notice.formType) ? make(notice) : undefined
const hasValue =
  (make: Field): Field =>
  (notice) =>
    notice.cents.length === 0 ? undefined : make(notice)
const open = ['competition', 'planning', 'change']
const sumOf = ({ cents }: SandboxNotice) => cents.reduce((sum, one) => sum + one, 0)

/** Of notices with several lots, some say their value for the procedure, and some for each lot. */
const saysLots = ({ form }: SandboxNotice) => form % 2 === 0

const changeReasons = ['cor-buy', 'update-add', 'cancel-intent', 'susp-review', 'info-release'] as const
const notAwardedReasons = ['no-rece', 'all-rej', 'ins-fund', 'chan-need', 'tch-pr-error'] as const
const isAwarded = ({ form }: SandboxNotice, lot: number) => (form + lot) % 4 !== 0

/** The fields that this stand-in knows: the others are unknown to it. */
const fields: Readonly<Record<string, Field>> = {
  'publication-number': ({ number }) => number,
  'publication-date': (notice) => (notice.unreadable ? 'not yet known' : notice.day + offsetOf(notice)),
  'notice-identifier': ({ noticeId }) => noticeId,
  'procedure-identifier': ({ procedureId, form }) => (form % 9 === 0 ? undefined : procedureId),
  'title-proc': ({ language, title, titleInEnglish, form }) =>
    form % 41 === 0 ? undefined : { [language]: title, ...(titleInEnglish === null ? {} : { eng: titleInEnglish }) },
  'notice-title': ({ language, title }) => ({ [language]: title, eng: title }),
  'buyer-name': ({ language, buyers, form }) => (form % 53 === 0 ? undefined : { [language]: buyers }),
  'organisation-country-buyer': ({ country, buyers }) => buyers.map(() => country),
  'buyer-country': ({ country }) => [country],
  // As often as there are lots.
  'classification-cpv': (notice) => perLot(notice, () => notice.cpv).flat(),
  'notice-type': ({ noticeType }) => noticeType,
  'form-type': ({ formType }) => formType,
  'procedure-type': ({ procedure, form }) => (form % 17 === 0 ? undefined : procedure),
  'change-notice-version-identifier': ({ changes }) => changes?.reference,
  'change-reason-code': ({ changes, form }) => (changes === null ? undefined : [changeReasons[form % changeReasons.length]]),
  'winner-selection-status': when(['result'], (notice) => perLot(notice, (lot) => (isAwarded(notice, lot) ? 'selec-w' : 'clos-nw'))),
  'non-award-justification': when(['result'], (notice) => {
    const lost = perLot(notice, (lot) =>
      isAwarded(notice, lot) ? [] : notAwardedReasons[(notice.form + lot) % notAwardedReasons.length],
    ).flat()
    return lost.length === 0 ? undefined : lost
  }),
  'deadline-receipt-tender-date-lot': (notice) =>
    notice.deadlineDays.length === 0 ? undefined : notice.deadlineDays.map((days) => later(notice, days) + offsetOf(notice)),
  'deadline-receipt-tender-time-lot': (notice) =>
    notice.deadlineDays.length === 0 || notice.form % 5 === 0 ? undefined : notice.deadlineDays.map(() => `12:00:00${offsetOf(notice)}`),
  'deadline-receipt-request-date-lot': () => undefined,
  'deadline-receipt-request-time-lot': () => undefined,
  'estimated-value-lot': when(
    open,
    hasValue((notice) => (saysLots(notice) ? notice.cents.map((one) => amountOf(notice, one)) : undefined)),
  ),
  'estimated-value-cur-lot': when(
    open,
    hasValue((notice) => (saysLots(notice) ? notice.cents.map(() => notice.currency) : undefined)),
  ),
  'estimated-value-proc': when(
    open,
    hasValue((notice) => (saysLots(notice) ? undefined : amountOf(notice, sumOf(notice)))),
  ),
  'estimated-value-cur-proc': when(
    open,
    hasValue((notice) => (saysLots(notice) ? undefined : notice.currency)),
  ),
  'total-value': when(
    ['result', 'cont-modif'],
    hasValue((notice) => amountOf(notice, sumOf(notice))),
  ),
  'total-value-cur': when(
    ['result', 'cont-modif'],
    hasValue(({ currency }) => [currency]),
  ),
  'tender-value': when(
    ['result', 'cont-modif'],
    hasValue((notice) => notice.cents.map((one) => amountOf(notice, one))),
  ),
  'tender-value-cur': when(
    ['result', 'cont-modif'],
    hasValue((notice) => notice.cents.map(() => notice.currency)),
  ),
  'identifier-lot': (notice) => perLot(notice, (lot) => `LOT-${String(lot + 1).padStart(4, '0')}`),
}

export const knownFields: ReadonlySet<string> = new Set(Object.keys(fields))

/** A notice as the search answers it: the asked fields that it has, its number, and links in some languages. */
export function rowOf(notice: SandboxNotice, asked: readonly string[]): Record<string, unknown> {
  const { number } = notice
  const pages = (kind: (language: string) => string) => ({ DEU: kind('de'), ENG: kind('en'), FRA: kind('fr') })
  return {
    ...Object.fromEntries(asked.map((name) => [name, fields[name]?.(notice)])),
    'publication-number': number,
    links: {
      xml: { MUL: `https://ted.europa.eu/en/notice/${number}/xml` },
      pdf: pages((language) => `https://ted.europa.eu/${language}/notice/${number}/pdf`),
      html: pages((language) => `https://ted.europa.eu/${language}/notice/-/detail/${number}`),
      htmlDirect: pages((language) => `https://ted.europa.eu/${language}/notice/${number}/html`),
    },
  }
}
