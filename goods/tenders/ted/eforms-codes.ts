/** What codes of eForms mean, in the words of its codelists: eForms SDK 1.15.1, © European Union, CC BY 4.0. */

/** What a notice is for. TED gave notices before eForms the type `change`; it is kept for those. */
export const formTypes = [
  'planning',
  'consultation',
  'competition',
  'dir-awa-pre',
  'result',
  'cont-modif',
  'completion',
  'change',
  'bri',
] as const

/** The kinds of each form type, in the same order. */
const noticeTypesByForm: Readonly<Record<Exclude<(typeof formTypes)[number], 'change'>, readonly string[]>> = {
  planning: ['pin-buyer', 'pin-only', 'pin-rtl', 'pin-tran'],
  consultation: ['pmc'],
  competition: ['pin-cfc-standard', 'pin-cfc-social', 'qu-sy', 'cn-standard', 'cn-social', 'subco', 'cn-desg'],
  'dir-awa-pre': ['veat'],
  result: ['can-standard', 'can-social', 'can-desg', 'can-tran'],
  'cont-modif': ['can-modif'],
  completion: ['compl'],
  bri: ['brin-ecs', 'brin-eeig'],
}
export const noticeTypes: readonly string[] = Object.values(noticeTypesByForm).flat()

/** Of a lot in a result (BT-142). */
const winnerStatuses: Readonly<Record<string, string>> = {
  'selec-w': 'At least one winner was chosen',
  'clos-nw': 'No winner was chosen and the competition is closed',
  'open-nw': 'The winner was not yet chosen, but the competition is still ongoing',
}

/** Why a lot has no winner (BT-144). */
const notAwardedReasons: Readonly<Record<string, string>> = {
  'all-rej': 'All tenders, requests to participate or projects were withdrawn or found inadmissible',
  'chan-need': 'Decision of the buyer, because of a change in needs',
  'ins-fund': 'Decision of the buyer, because of insufficient funds',
  'no-rece': 'No tenders, requests to participate or projects were received',
  'no-signed': 'The highest ranked tenderer(s) refused to sign the contract',
  'one-admis': 'Only one admissible tender, request to participate or project was received',
  other: 'Other',
  'rev-body': 'Decision of a review body or another judicial body',
  'rev-buyer': "Decision of the buyer following a tenderer's request to review the award",
  'tch-pr-error':
    "Decision of the buyer, not following a tenderer's request to review the award, because of technical or procedural errors",
}

/** Why a notice was changed (BT-140). */
const changeReasons: Readonly<Record<string, string>> = {
  cancel: 'Notice cancelled',
  'cancel-intent': 'Cancellation intention',
  'cor-buy': 'Buyer correction',
  'cor-esen': 'eSender correction',
  'cor-pub': 'Publisher correction',
  'info-release': 'Information now available',
  'susp-review': 'Procedure suspended due to a complaint, appeal or any other action for review',
  'update-add': 'Information updated',
}

const lists = { winnerStatuses, notAwardedReasons, changeReasons } as const

/** The title of a code; null for one that the list does not have. */
export function eformsTitle(list: keyof typeof lists, code: string): string | null {
  return Object.hasOwn(lists[list], code) ? (lists[list][code] ?? null) : null
}
