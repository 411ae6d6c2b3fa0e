import { readAccountId, readAssetId } from '../../../../src/goods/kit/evm.ts'
import { nameWords } from '../../../../src/goods/kit/names.ts'
import { identifierKeys } from '../identifiers/identifier-key.ts'
import { introducesNumber, kindOfWord, type IdentifierKind } from '../identifiers/identifier-kinds.ts'
import { numbersOfQuery, plainText, wordsOf } from '../identifiers/read-numbers.ts'
import { walletForm, type WalletForm } from '../lists/wallet-form.ts'

export interface AskedAddress {
  readonly text: string
  readonly form: WalletForm
}

export interface AskedNumber {
  /** What the query says that it is; null where it does not. */
  readonly kind: IdentifierKind | null
  readonly text: string
  /** The forms in which it is compared. */
  readonly keys: readonly string[]
}

/** What a query asks for: a name, or numbers and addresses that identify somebody, or both. */
export interface Query {
  readonly addresses: readonly AskedAddress[]
  readonly numbers: readonly AskedNumber[]
  /** What is left for a comparison with names; null where nothing is. */
  readonly name: string | null
  /**
   * Other readings of the name, of which only a match counts: with a number that may belong to it, as aircraft are listed by their marks and
   * some firms by numbers, and without words for numbers and digits that may not.
   */
  readonly otherNames: readonly string[]
}

/** CAIP-10, CAIP-19 and payment URIs: what stands before the address. */
const chainPrefix =
  /(?<![\p{L}\p{N}])(?:(?:did:pkh:)?[a-z][-a-z0-9]{2,7}:[-_A-Za-z0-9]{1,32}(?:\/[-a-z0-9]{3,8})?:(?=[-.%A-Za-z0-9]{6,})|(?:ethereum|bitcoin|bitcoincash|litecoin|dogecoin|monero|tron|ripple|solana|zcash|dash):(?:pay-)?(?=[0-9A-Za-z]))/gu

/** Words beside an address that name nobody. */
const besideAddress = new Set(
  'wallet address addr addresses crypto digital currency account acct blockchain network chain contract payee payer to from btc xbt bitcoin eth ethereum base usdt usdc tether trx tron tron20 erc20 erc-20 trc20 trc-20 ltc litecoin doge xmr monero zec zcash dash bch bsv xrp ripple sol solana bsc bnb polygon arbitrum optimism'.split(
    ' ',
  ),
)

/** What forms and programs send for nothing. */
const placeholders = new Set(
  'null nil none undefined unknown unnamed anonymous nan tbd tba n/a na n.a n.a. not-available not available not known no name noname empty blank name the a an or is it who what this that'.split(
    ' ',
  ),
)
for (const phrase of ['not available', 'not known', 'no name', 'not applicable', '[object object]']) placeholders.add(phrase)

/** More than fit into a query, so that none is left out of the comparison. */
const maxParts = 40
const website = /^(?:https?:\/\/)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}(?:\/\S*)?$/i

export function readQuery(query: string): Query {
  const text = plainText(query).trim()
  const { addresses, rest } = takeAddresses(text)
  if (addresses.length === 0 && website.test(text)) {
    return { addresses, numbers: [asked('website', text, null)], name: /^https?:|\//i.test(text) ? null : text, otherNames: [] }
  }
  const found = numbersOfQuery(rest).slice(0, maxParts)
  const code = codeLikeName(rest)
  const numbers = code
    ? [code]
    : found.map(({ kind, text: number, prefix }) => asked(kind, number, prefix)).filter(({ keys }) => keys.length > 0)
  let name = ''
  let done = 0
  for (const { start, end } of found) {
    name += `${rest.slice(done, start)} `
    done = end
  }
  name = withoutGaps(`${name}${rest.slice(done)}`)
  if (addresses.length > 0 && wordsOf(name).every((word) => besideAddress.has(word.text.toLowerCase()))) name = ''
  const isNumbered = /\p{L}/u.test(rest) && numbers.some(({ kind }) => kind === null)
  const telling = tellingWords(name)
  const isSaid = telling !== '' && !placeholders.has(name.toLowerCase())
  return {
    addresses,
    numbers,
    name: isSaid ? name : null,
    otherNames: [...(isNumbered ? [rest] : []), ...(isSaid && telling !== name ? [telling] : [])],
  }
}

/** Without the punctuation that a number leaves behind, and without what a form sends for a part that is not there. */
function withoutGaps(name: string): string {
  return name
    .replace(/(?<!\S)n\/a(?!\S)/gi, ' ')
    .replace(/\([\s,;:/-]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:/-]+|[\s,;:/-]+$/g, '')
}

/** Letters that may be the code of a bank or the mark of an aircraft as well as a name: they are compared with both. */
function codeLikeName(text: string): AskedNumber | null {
  if (/^[A-Z]{8}(?:[A-Z]{3})?$/.test(text)) return asked('bic', text, null)
  return /^[A-Z]{1,2}-[A-Z]{3,4}$/.test(text) ? asked('aircraft', text, null) : null
}

function asked(kind: IdentifierKind | null, text: string, prefix: string | null): AskedNumber {
  const whole = prefix === null ? [] : identifierKeys(`${prefix}${text}`, kind)
  return { kind, text: prefix === null ? text : `${prefix} ${text}`, keys: [...whole, ...identifierKeys(text, kind)] }
}

/** A text that is an account, an asset or a chain by its number (CAIP-2, 10 and 19), whatever the address in it looks like. */
function accountIn(text: string): AskedAddress | null {
  const address = readAccountId(text)?.address ?? readAssetId(text)?.reference
  if (address !== undefined) return { text: address, form: walletForm(address) ?? 'unread' }
  return /^(?:eip155|bip122|solana|cosmos|tron|polkadot|starknet|stellar|xrpl|tezos):\S+$/i.test(text) ? { text, form: 'unread' } : null
}

function takeAddresses(text: string): { addresses: AskedAddress[]; rest: string } {
  const account = accountIn(text)
  if (account) return { addresses: [account], rest: '' }
  const addresses: AskedAddress[] = []
  const plain = text.replace(chainPrefix, ' ')
  // Something that is said to be on a chain is an address, whatever it looks like.
  const isSaid = plain !== text
  let rest = ''
  let done = 0
  for (const word of wordsOf(plain)) {
    // A payment URI has more behind the address: `@1`, `?amount`.
    const clean = word.text.replace(/(?<=^[0-9A-Za-z]{20,})[@?/].*$|[.,!?'’]+$/u, '')
    const form = walletForm(clean)
    if (form === null || addresses.length >= maxParts) continue
    addresses.push({ text: clean, form })
    rest += `${plain.slice(done, word.start)} `
    done = word.end
  }
  if (addresses.length === 0 && isSaid) return { addresses: [{ text, form: 'unread' }], rest: '' }
  return { addresses, rest: addresses.length === 0 ? text : `${rest}${plain.slice(done)}`.trim() }
}

/** A name without words of a form that was left empty, words for numbers, and digits: none of them names anybody alone. */
function tellingWords(name: string): string {
  const all = wordsOf(name).map(({ text }) => text)
  if (all.every((word) => introducesNumber(word))) return ''
  const telling = all.filter((word) => /\p{L}/u.test(word) && !placeholders.has(word.toLowerCase()) && kindOfWord(word) === null)
  return telling.length === all.length ? name : telling.join(' ')
}

/**
 * Whether a text says of whom it speaks. Titles, legal forms and particles alone do not, and neither does a letter.
 */
export function namesSomebody(name: string): boolean {
  const words = nameWords(tellingWords(name)).filter(({ kind }) => kind === 'plain' || kind === 'generic')
  const letters = words.map(({ text }) => text).join('')
  return /\p{Script=Han}/u.test(name)
    ? /\p{L}.*\p{L}/u.test(name)
    : words.some(({ text, bare }) => (text.length >= 2 && /\p{L}/u.test(text)) || bare) || letters.length >= 3
}
