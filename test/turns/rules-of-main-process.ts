import { isAddressedToModels } from '../../src/llm/checks/addressed-to-models.ts'
import { missingPlaceholders } from '../../goods/text/llm/checks/placeholders.ts'
import { ungroundedWords } from '../../goods/text/llm/checks/ungrounded-words.ts'
import { createQuoteCheck } from '../../goods/text/llm/checks/verify-quote.ts'
import { countCodePoints } from '../../goods/text/basics/code-points.ts'
import { refuseUntranslated } from '../../goods/text/translation/check-translation.ts'
import { fetchedJson } from '../../src/net/fetched-json.ts'
import { scanJson } from '../../src/payments/wire/scan-json.ts'
import { checkTerms } from '../../goods/readiness/payment-terms/check-terms.ts'
import { readTerms } from '../../goods/readiness/payment-terms/read-terms.ts'
import { readVatNumber } from '../../goods/companies/sources/vat-number.ts'
import { plainText } from '../../src/sources/formats/plain-text.ts'
import { compareAddresses } from '../../src/names/compare-addresses.ts'
import { compareCompanyNames } from '../../src/names/compare-company-names.ts'

/** A rule over what outsiders write that runs in the process of the service, and the longest text that it may get. */
export interface RuleOfMainProcess {
  readonly name: string
  readonly maxLength: number
  /** What it throws is an answer too. */
  run(text: string): unknown
}

const url = 'https://seller.example/'
const terms = (body: string | null, headers: Readonly<Record<string, string>> = {}) => {
  const lists = new Map(Object.entries(headers).map(([name, value]) => [name, [value]]))
  const read = readTerms({ status: 402, headers: lists, body, url }, 0)
  return checkTerms(read, { networks: new Map(), url, knownPayees: [] })
}
const offer = { scheme: 'exact', network: 'base', maxAmountRequired: '1', asset: `0x${'1'.repeat(40)}`, payTo: `0x${'2'.repeat(40)}` }
const inOffer = (description: string) => terms(JSON.stringify({ x402Version: 1, accepts: [{ ...offer, description }] }))
const rule = (name: string, maxLength: number, run: (text: string) => unknown): RuleOfMainProcess => ({ name, maxLength, run })

/** The names that companies are looked up by have 200 characters at most, and their addresses 300. */
export const rulesOfMainProcess: readonly RuleOfMainProcess[] = [
  rule('the body of a 402', 262_144, (text) => terms(text)),
  rule('the PAYMENT-REQUIRED header of a 402', 65_536, (text) => terms(null, { 'payment-required': text })),
  rule('the JSON in that header', 49_000, (text) => terms(null, { 'payment-required': Buffer.from(text).toString('base64') })),
  rule('the WWW-Authenticate header of a 402', 65_536, (text) => terms(null, { 'www-authenticate': `Payment ${text}` })),
  rule('the description of an offer', 200_000, inOffer),
  rule('the registration file of an agent', 262_144, (text) => fetchedJson(Buffer.from(text), 16)),
  rule('the members of a body', 262_144, (text) => scanJson(text, { depth: 32, members: 2_000 })),
  rule('the characters of a text', 120_000, countCodePoints),
  rule('the name of a company', 200, (text) => compareCompanyNames(text, `${text} Ltd`)),
  rule('the address of a company', 300, (text) => compareAddresses(text, `1 ${text}`)),
  rule('a VAT number', 200, readVatNumber),
  rule('a text of a source', 262_144, (text) => plainText(text, 500)),
  rule('a translation', 30_000, (text) => refuseUntranslated(text.slice(0, 10_000), { text, words: 10, unknownWords: 0 })),
  rule('the placeholders of a translation', 10_000, (text) => missingPlaceholders(text, text.slice(1))),
  rule('texts that address a model', 75_000, (text) => isAddressedToModels([text])),
  rule('the words of a summary', 60_000, (text) => ungroundedWords(text.slice(0, 4_000), text)),
  rule('the quotes of a verdict', 15_000, (text) => {
    const check = createQuoteCheck(text)
    for (let at = 0; at < 6; at++) check(text.slice(at * 100, at * 100 + 500))
  }),
]
