import { readJson, z } from '../../../../src/goods/door.ts'
import type { UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import type { CompanyChanges, CompanyEventType } from '../company-event.ts'
import { eventList } from './event-list.ts'
import { day, line } from './record-fields.ts'

const maxFilings = 100

const filings = z.object({
  total_count: z.int().nonnegative(),
  items: z
    .array(
      z.object({
        transaction_id: z.string().regex(/^[\w-]{1,60}$/),
        category: z.string().max(60),
        date: z.iso.date(),
        action_date: day,
        // The code of a text in the register's own list. `description_values` can name officers, so they stay there.
        description: z.string().max(200).nullish(),
        description_values: z.object({ old_address: line, new_address: line, made_up_date: day }).partial().nullish(),
      }),
    )
    .max(maxFilings),
})
type Filing = z.output<typeof filings>['items'][number]

const categories: Readonly<Record<string, readonly [CompanyEventType, string]>> = {
  accounts: ['accounts', 'Annual accounts were filed'],
  address: ['address', 'A change of the address was filed'],
  officers: ['officers', 'A change of officers was filed'],
  'persons-with-significant-control': ['officers', 'A change of persons with significant control was filed'],
  capital: ['capital', 'A change of the capital was filed'],
  'change-of-name': ['name', 'A change of the name was filed'],
  insolvency: ['insolvency', 'An entry about insolvency was filed'],
  liquidation: ['insolvency', 'An entry about liquidation was filed'],
  dissolution: ['status', 'An entry about the dissolution was filed'],
  gazette: ['status', 'A notice in the Gazette was filed'],
  restoration: ['status', 'The company was restored to the register'],
  incorporation: ['status', 'The company was incorporated'],
}

export function filingHistoryPath(number: string): string {
  return `/company/${number}/filing-history?items_per_page=${maxFilings}`
}

/** @throws UpstreamGarbage */
export function readFilingHistory(answer: UpstreamResponse, number: string, since: string): CompanyChanges {
  const { total_count: total, items } = readJson(answer, filings)
  // The newest come first.
  const oldest = items.at(-1)?.date
  const truncated =
    total > items.length && oldest !== undefined && since < oldest
      ? { from: oldest, reason: 'Companies House gives its newest 100 filings' }
      : null
  return eventList(
    'companies-house',
    items.filter(({ date }) => date >= since).map((one) => eventOf(number, one)),
    truncated,
  )
}

function eventOf(number: string, { transaction_id: id, category, date, action_date: acted, description_values: values }: Filing) {
  const [type, summary] = categories[category] ?? (['other', 'A document was filed'] as const)
  const moved = type === 'address'
  return {
    key: id,
    type,
    date: acted,
    published: date,
    summary,
    old: moved ? (values?.old_address ?? null) : null,
    new: moved ? (values?.new_address ?? null) : type === 'accounts' ? (values?.made_up_date ?? null) : null,
    url: `https://find-and-update.company-information.service.gov.uk/company/${number}/filing-history`,
  }
}
