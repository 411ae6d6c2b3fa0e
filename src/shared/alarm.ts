/** What an operator must look at. Each has a section in `docs/operate/alarms.md`. */
export const alarms = [
  'clock',
  'day_nearly_used',
  'day_used',
  'disk_full',
  'early_answer_owed',
  'engine',
  'facilitator_lied',
  'facilitator_refuses',
  'facilitator_silent',
  'foreign_nonce',
  'gas_budget',
  'invalid_answer',
  'ledger',
  'no_gas_money',
  'old_ledger',
  'refund_fails',
  'rejected',
  'renewal_fails',
  'reversed',
  'signer',
  'source_quota',
  'unreachable',
  'write_unknown',
] as const

export type Alarm = (typeof alarms)[number]

/** The fields of a log line that raises an alarm: its name, and the page that says what it means and what to do. */
export function alarmFields(alarm: Alarm): { readonly alarm: Alarm; readonly page: string } {
  return { alarm, page: `docs/operate/alarms.md#${alarm}` }
}
