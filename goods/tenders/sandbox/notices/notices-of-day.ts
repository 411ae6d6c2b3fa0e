import { buyerCountries } from './buyers.ts'
import type { SandboxNotice } from './sandbox-notice.ts'
import { createSeededChoice, type SeededChoice } from './seeded-choice.ts'
import { bursts, subjects, type Subject } from './subjects.ts'

export const dayMs = 86_400_000
/** TED publishes at nine in the morning in Luxembourg. */
export const releaseMs = 7 * 3_600_000
/** The latest that a notice appears after its publication date. */
export const maxLateDays = 20

/** Days since the epoch that are no weekend. */
export function isPublishingDay(dayNumber: number): boolean {
  // The first of January 1970 was a Thursday.
  const weekday = (dayNumber + 4) % 7
  return weekday !== 0 && weekday !== 6
}

/** All notices with this publication date: a pure function of seed and day. */
export function noticesOfDay(seed: string, dayNumber: number): SandboxNotice[] {
  if (!isPublishingDay(dayNumber)) return []
  const first = originalsOf(seed, dayNumber)
  const choice = createSeededChoice(`${seed} changes ${dayNumber}`)
  const changes = Array.from({ length: 2 + choice.below(4) }, () => {
    const earlier = originalsOf(seed, publishingDayBefore(dayNumber, 3 + choice.below(12)))
    const changed = earlier[choice.below(earlier.length)]
    return changed ? [changeOf(changed, choice)] : []
  }).flat()
  return [...first, ...changes].map((one, index) => ({ ...one, ...placeOf(dayNumber, index, one.form, choice) }))
}

function publishingDayBefore(dayNumber: number, days: number): number {
  let day = dayNumber - days
  while (!isPublishingDay(day)) day--
  return day
}

/** The notices of a day that change no other one. */
function originalsOf(seed: string, dayNumber: number): SandboxNotice[] {
  const choice = createSeededChoice(`${seed} day ${dayNumber}`)
  const ordinary = Array.from({ length: 32 + choice.below(14) }, () =>
    noticeOf(choice, choice.pick(buyerCountries).country, choice.pick(subjects)),
  )
  const burst = choice.chance(1 / 12) ? choice.pick(bursts) : null
  const crowd = burst ? Array.from({ length: 62 + choice.below(16) }, () => noticeOf(choice, burst.country, burst.subject)) : []
  return [...ordinary, ...crowd].map((one, index) => ({ ...one, ...placeOf(dayNumber, index, one.form, choice) }))
}

/** Number, day and hour of the nth notice of a day. */
function placeOf(
  dayNumber: number,
  index: number,
  form: number,
  choice: SeededChoice,
): Pick<SandboxNotice, 'number' | 'day' | 'visibleAt'> {
  const at = new Date(dayNumber * dayMs)
  const dayOfYear = dayNumber - Date.UTC(at.getUTCFullYear(), 0, 1) / dayMs
  const lateMs = form % 25 === 0 ? dayMs * (1 + (Math.floor(form / 25) % maxLateDays)) - choice.below(12) * 3_600_000 : 0
  return {
    number: `${dayOfYear * 2_000 + index + 1}-${at.getUTCFullYear()}`,
    day: at.toISOString().slice(0, 10),
    visibleAt: dayNumber * dayMs + releaseMs + lateMs,
  }
}

type Kind = Pick<SandboxNotice, 'formType' | 'noticeType'>
const kinds: readonly [Kind, ...Kind[]] = [
  { formType: 'competition', noticeType: 'cn-standard' },
  { formType: 'competition', noticeType: 'cn-standard' },
  { formType: 'competition', noticeType: 'cn-social' },
  { formType: 'result', noticeType: 'can-standard' },
  { formType: 'result', noticeType: 'can-standard' },
  { formType: 'planning', noticeType: 'pin-only' },
  { formType: 'dir-awa-pre', noticeType: 'veat' },
  { formType: 'cont-modif', noticeType: 'can-modif' },
  { formType: 'consultation', noticeType: 'pmc' },
  { formType: 'completion', noticeType: 'compl' },
]

function noticeOf(choice: SeededChoice, country: string, subject: Subject): SandboxNotice {
  const rows = buyerCountries.filter((one) => one.country === country)
  const { currency, language, buyers } = rows[choice.below(rows.length)] ?? buyerCountries[0]
  const [kind, lots] = [choice.pick(kinds), choice.chance(0.3) ? 2 + choice.below(6) : 1]
  const amounts = Array.from({ length: lots }, () => (100 + choice.below(900_000)) * 10 ** choice.below(4) + choice.below(100))
  return {
    number: '',
    day: '',
    visibleAt: 0,
    noticeId: uuidOf(choice),
    procedureId: uuidOf(choice),
    country,
    currency,
    language,
    buyers: choice.chance(0.1) ? buyers : [choice.pick(buyers)],
    title: `${subject.titles[language] ?? ''} ${1 + choice.below(900)}`,
    titleInEnglish: language !== 'eng' && choice.chance(0.15) ? `${subject.titles['eng'] ?? ''} ${1 + choice.below(900)}` : null,
    cpv: Array.from({ length: 1 + choice.below(3) }, () => choice.pick(subject.codes)),
    ...kind,
    procedure: choice.pick(['open', 'open', 'restricted', 'neg-w-call', 'neg-wo-call']),
    lots,
    deadlineDays: kind.formType === 'competition' ? Array.from({ length: lots }, () => 20 + choice.below(30)) : [],
    cents: choice.chance(0.6) ? amounts : [],
    changes: null,
    form: choice.below(1_000_000),
    // All of one country, so that queries for others never meet them.
    unreadable: country === 'GRC' && choice.chance(0.1),
  }
}

/** A change repeats its notice, with later deadlines. Notices in the old form are named by number, others by version. */
function changeOf(changed: SandboxNotice, choice: SeededChoice): SandboxNotice {
  const old = choice.chance(0.3)
  return {
    ...changed,
    ...(old ? { formType: 'change', noticeType: 'corr' } : {}),
    noticeId: uuidOf(choice),
    deadlineDays: changed.deadlineDays.map((days) => days + 7),
    changes: { number: changed.number, reference: old ? changed.number : `${changed.noticeId}-01` },
    form: choice.below(1_000_000),
  }
}

function uuidOf(choice: SeededChoice): string {
  return `${choice.hex(8)}-${choice.hex(4)}-4${choice.hex(3)}-a${choice.hex(3)}-${choice.hex(12)}`
}
