import type { OfferFiles } from './door.ts'
import { askOnce } from './ask-once.ts'
import { faultText } from './file/file-fault.ts'
import { idOf } from './file/offer-id.ts'
import type { WrittenRow } from './file/offers-file.ts'
import { readOffersFile } from './file/read-offers-file.ts'
import { readRoute, routeText } from './file/route-text.ts'
import { exampleOfPath } from './file/example-path.ts'
import { fileText } from './file/write-file.ts'
import { offersSchema } from './file/schema-document.ts'
import { importOpenapi } from './importing/import-openapi.ts'
import { usdOf } from './usd-of.ts'

/** What the commands `sell` and `offers` do with files of offers. */
export const offerFiles: OfferFiles = {
  check(file, text, hasSecret) {
    const read = readOffersFile(text, { hasSecret })
    if (read.kind === 'faulty') return { kind: 'wrong', faults: read.faults.map((fault) => faultText(file, fault)) }
    const offers = read.file.offers.map((row) => ({ id: idOf(row), route: row.route, usd: usdOf(row) }))
    return { kind: 'right', name: read.file.service.name ?? null, offers }
  },
  write({ url, prices, examples, name }) {
    const rows: WrittenRow[] = []
    for (const price of prices) {
      const row = rowOf(price, examples)
      if ('fault' in row) return row
      rows.push(row)
    }
    return { text: fileText({ url, name, rows }) }
  },
  importOpenapi,
  askOnce,
  schema: offersSchema,
}

/** `GET /tides/*=0.01` as a row of a file. */
function rowOf(text: string, examples: readonly string[]): WrittenRow | { readonly fault: string } {
  const [, route = '', price = ''] = /^(.*\S)\s*=\s*(\S+)$/.exec(text) ?? []
  if (price === '') return { fault: `--price must be a route and a price, such as 'GET /tides/*=0.01', not "${text.slice(0, 80)}"` }
  const read = readRoute(route)
  if ('fault' in read) return { fault: `--price "${text.slice(0, 80)}": expected ${read.fault}` }
  const found = examples.map((example) => exampleOfPath(read.template, example)).find((one) => one !== null)
  const row = { route: routeText(read.method, read.template), ...(found ? { example: found } : {}) }
  if (price === 'free') return { ...row, access: 'free' }
  return /^\d{1,9}(?:\.\d{1,6})?$/.test(price) && Number(price) > 0
    ? { ...row, price }
    : { fault: `--price "${text.slice(0, 80)}": expected dollars above zero with at most six decimal places, or free` }
}
