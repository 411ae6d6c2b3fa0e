import { parseUnits } from '../../../src/goods/kit/answers.ts'
import type { TenderNotice } from '../ted/tender-notice.ts'
import { amountDecimals, type TenderValue } from '../ted/ted-value.ts'
import type { WantedTenders } from './tender-input.ts'

/** Whether a notice has the wanted value: `not_compared` where it has none in euro; null where no value was asked for. */
export type ValueCheck = 'met' | 'not_compared' | null

export interface SelectedNotice {
  readonly notice: TenderNotice
  readonly valueCheck: ValueCheck
}

/** The notices of these types and values. One that can't be compared is kept: the caller would never see it otherwise. */
export function selectNotices(notices: readonly TenderNotice[], { types, minValue }: WantedTenders): SelectedNotice[] {
  const min = minValue === null ? null : parseUnits(minValue, amountDecimals)
  return notices
    .filter((notice) => types === null || types.some((type) => isOfType(notice, type)))
    .map((notice) => ({ notice, valueCheck: min === null ? null : checkValue(notice.value, min) }))
    .filter((one): one is SelectedNotice => one.valueCheck !== 'below')
}

function checkValue(value: TenderValue | null, min: bigint): 'met' | 'below' | 'not_compared' {
  const eur = inEuro(value)
  if (eur === null) return 'not_compared'
  return eur < min ? 'below' : 'met'
}

/** A change in the new form keeps the type of the notice that it changes. */
function isOfType({ formType, noticeType, changedNotice }: TenderNotice, type: string): boolean {
  return formType === type || noticeType === type || (type === 'change' && changedNotice !== null)
}

/** Rates change by the day, and a notice must not come and go with them. So only euro are compared, and no placeholders. */
function inEuro(value: TenderValue | null): bigint | null {
  return value?.currency === 'EUR' && !value.isPlaceholder ? parseUnits(value.amount, amountDecimals) : null
}
