/** Without these there is no notice. */
const requiredFields = ['publication-number', 'publication-date'] as const

/**
 * Members of a notice, and the fields that give them. Where any field says a part of its own, one refused field leaves the member
 * incomplete; else the fields say the same.
 */
const members: readonly { readonly member: string; readonly fields: readonly string[]; readonly parts?: true }[] = [
  { member: 'noticeId', fields: ['notice-identifier'] },
  { member: 'procedureId', fields: ['procedure-identifier'] },
  { member: 'title', fields: ['title-proc', 'notice-title'] },
  { member: 'buyer.name', fields: ['buyer-name'] },
  { member: 'buyer.country', fields: ['organisation-country-buyer', 'buyer-country'] },
  { member: 'cpv', fields: ['classification-cpv'] },
  { member: 'noticeType', fields: ['notice-type'] },
  { member: 'formType', fields: ['form-type'] },
  { member: 'procedure', fields: ['procedure-type'] },
  { member: 'changedNotice', fields: ['change-notice-version-identifier'] },
  { member: 'changeReasons', fields: ['change-reason-code'] },
  { member: 'award', fields: ['winner-selection-status', 'non-award-justification'], parts: true },
  {
    member: 'deadlineAt',
    fields: [
      'deadline-receipt-tender-date-lot',
      'deadline-receipt-tender-time-lot',
      'deadline-receipt-request-date-lot',
      'deadline-receipt-request-time-lot',
    ],
    parts: true,
  },
  {
    member: 'value',
    fields: [
      'estimated-value-lot',
      'estimated-value-cur-lot',
      'estimated-value-proc',
      'estimated-value-cur-proc',
      'total-value',
      'total-value-cur',
      'tender-value',
      'tender-value-cur',
    ],
    parts: true,
  },
  { member: 'lotCount', fields: ['identifier-lot'] },
]

/** What may be left out when TED does not know it: its fields come and go without a new version of its API. */
export const optionalFields: ReadonlySet<string> = new Set(members.flatMap(({ fields }) => fields))

/** The fields to ask for. A page of 250 notices may have 40 of them. */
export function fieldsWithout(refused: ReadonlySet<string>): string[] {
  return [...requiredFields, ...[...optionalFields].filter((field) => !refused.has(field))]
}

/** The members of a notice that lack something because of refused fields. */
export function membersWithout(refused: ReadonlySet<string>): string[] {
  return members.flatMap(({ member, fields, parts = false }) => {
    const lost = parts ? fields.some((field) => refused.has(field)) : fields.every((field) => refused.has(field))
    return lost ? [member] : []
  })
}
