import ipaddr from 'ipaddr.js'
import { isAddress } from 'viem'
import type { Hex } from '../shared/bytes.ts'
import { AmountError, parseUnits } from '../shared/money.ts'
import { SettingError } from './setting.ts'

/** The formats of settings. Each function parses one format, and its error says what it expected. */

export function text(value: string): string {
  return value
}

/** Text that is shown to people: one line of at most 200 characters. */
export function line(value: string): string {
  if (value.length > 200 || /\p{Cc}/u.test(value)) throw new SettingError('must be one line of at most 200 characters')
  return value
}

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): (value: string) => Choice {
  return (value) => {
    const found = choices.find((choice) => choice === value)
    if (found === undefined) throw new SettingError(`must be one of ${choices.join(', ')}, not ${quote(value)}`)
    return found
  }
}

export function integer(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= min && number <= max)) throw new SettingError(`must be a whole number from ${min} to ${max}, not ${quote(value)}`)
    return number
  }
}

/** A non-negative decimal as an integer count of its smallest unit. */
export function decimal(decimals: number, max?: string): (value: string) => bigint {
  return (value) => {
    try {
      const units = parseUnits(value, decimals)
      if (max !== undefined && units > parseUnits(max, decimals)) throw new SettingError(`must be at most ${max}, not ${quote(value)}`)
      return units
    } catch (error) {
      if (error instanceof AmountError)
        throw new SettingError(`must be a decimal number with at most ${decimals} decimal places, not ${quote(value)}`)
      throw error
    }
  }
}

export function list<Item>(parse: (value: string) => Item): (value: string) => readonly Item[] {
  return (value) => {
    const items = value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
    return [...new Set(items)].map(parse)
  }
}

/** At least one. */
export function some<Item>(parse: (value: string) => Item): (value: string) => readonly Item[] {
  const items = list(parse)
  return (value) => {
    const found = items(value)
    if (found.length === 0) throw new SettingError('must name at least one')
    return found
  }
}

/** A short name, such as the id of a source. */
export function identifier(value: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(value))
    throw new SettingError(`must be names of lower-case letters, digits and hyphens, not ${quote(value)}`)
  return value
}

/** Names that are known when the setting is read. */
type Names = () => readonly string[]

/** Names of networks, `all` of them or `none`. */
export function networkNames(names: Names): (value: string) => readonly string[] {
  return (value) => (value === 'all' ? names() : value === 'none' ? [] : list(oneOf(...names()))(value))
}

/** `all`, `none`, or a list of networks (`base`) and of coins on networks (`base:ETH`). A null coin stands for all. */
export function placesOnNetworks(names: Names): (value: string) => readonly { readonly network: string; readonly ticker: string | null }[] {
  return (value) => {
    if (value === 'all') return names().map((network) => ({ network, ticker: null }))
    if (value === 'none') return []
    return list((entry: string) => {
      const [, name = '', ticker] = /^([a-z0-9-]+)(?::([A-Za-z0-9]{1,15}))?$/.exec(entry) ?? []
      if (name === '') throw new SettingError(`must be networks such as base, or coins on them such as base:ETH, not ${quote(entry)}`)
      return { network: oneOf(...names())(name), ticker: ticker?.toUpperCase() ?? null }
    })(value)
  }
}

/** `base:0x…:1000000`: a token of a network, and an amount in its smallest unit. */
export function tokenAmount(names: Names): (value: string) => { readonly network: string; readonly token: Hex; readonly amount: bigint } {
  return (value) => {
    const [, name = '', token = '', amount = ''] = /^([a-z0-9-]+):(0x[0-9a-fA-F]{40}):(\d{1,60})$/.exec(value) ?? []
    if (amount === '') throw new SettingError(`must be tokens such as base:0x…:1000000, not ${quote(value)}`)
    return { network: oneOf(...names())(name), token: address(token), amount: BigInt(amount) }
  }
}

/** `10` for all networks, then `polygon=20` for those that differ. */
export function amountsByNetwork(
  names: Names,
): (value: string) => { readonly everywhere: bigint; readonly networks: ReadonlyMap<string, bigint> } {
  return (value) => {
    const expected = new SettingError(
      `must be a whole number, then name=number for networks that differ (${names().join(', ')}), not ${quote(value)}`,
    )
    const [everywhere = '', ...exceptions] = list(text)(value)
    if (!/^\d{1,30}$/.test(everywhere)) throw expected
    const pairs = exceptions.map((exception) => {
      const [, name = '', amount = ''] = /^([a-z0-9-]+)=(\d{1,30})$/.exec(exception) ?? []
      if (!names().includes(name)) throw expected
      return [name, BigInt(amount)] as const
    })
    return { everywhere: BigInt(everywhere), networks: new Map(pairs) }
  }
}

/** `ETH=8000,POL=2`: prices in dollars by name, as USDC base units. */
export function pricesByName(names: Names): (value: string) => ReadonlyMap<string, bigint> {
  return (value) => {
    const expected = new SettingError(`must be name=dollars, separated by commas, for ${names().join(', ')}, not ${quote(value)}`)
    const pairs = list(text)(value).map((pair) => {
      const [, name = '', price = ''] = /^([A-Z0-9]+)=(\d{1,9}(?:\.\d{1,6})?)$/.exec(pair) ?? []
      if (!names().includes(name)) throw expected
      return [name, parseUnits(price, 6)] as const
    })
    return new Map(pairs)
  }
}

/** `summarize=0.02,sentiment=0.01`: prices in dollars of tools, as USDC base units; a tool that is not named keeps its default. */
export function pricesOfTools<const Tool extends string>(
  defaults: Readonly<Record<Tool, string>>,
): (value: string) => Readonly<Record<Tool, bigint>> {
  const tools = Object.keys(defaults) as Tool[]
  return (value) => {
    const expected = new SettingError(`must be tool=dollars, separated by commas, for ${tools.join(', ')}, not ${quote(value)}`)
    const prices = Object.fromEntries(tools.map((tool) => [tool, parseUnits(defaults[tool], 6)])) as Record<Tool, bigint>
    for (const pair of list(text)(value)) {
      const [, name = '', price = ''] = /^([a-z-]+)=(\d{1,6}(?:\.\d{1,6})?)$/.exec(pair) ?? []
      const tool = tools.find((one) => one === name)
      if (tool === undefined || !/[1-9]/.test(price)) throw expected
      prices[tool] = parseUnits(price, 6)
    }
    return prices
  }
}

/** A plain or EIP-55 checksummed EVM address, returned as written. */
export function address(value: string): Hex {
  if (!/^0x[0-9a-fA-F]{40}$/.test(value)) throw new SettingError(`must be an address of 20 bytes in 0x-prefixed hex, not ${quote(value)}`)
  if (!isAddress(value))
    throw new SettingError('must have the right checksum (EIP-55) or be all lower case: check it for a mistyped letter')
  if (/^0x0{40}$/.test(value)) throw new SettingError('must not be the zero address')
  return value
}

const secp256k1Order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Lower case. */
export function privateKey(value: string): Hex {
  const valid = /^0x[0-9a-fA-F]{64}$/.test(value) && BigInt(value) > 0n && BigInt(value) < secp256k1Order
  if (!valid) throw new SettingError('must be private keys of 32 bytes in 0x-prefixed hex')
  return value.toLowerCase() as Hex
}

/** A key that another service keeps, and the account that it belongs to, in lower case. */
export interface RemoteKey {
  readonly kind: 'web3signer' | 'aws-kms'
  /** The base URL of the service, or the name of the key there. */
  readonly place: string
  readonly address: Hex
}

/** `web3signer:https://signer.example@0x…` or `aws-kms:alias/farthing@0x…`. */
export function remoteKey(value: string): RemoteKey {
  const [, kind, place = '', account = ''] = /^(web3signer|aws-kms):(.+)@(0x[^@]*)$/.exec(value) ?? []
  if (kind === undefined)
    throw new SettingError('must be web3signer:URL@ADDRESS or aws-kms:KEY@ADDRESS, such as web3signer:http://127.0.0.1:9000@0x…')
  const own = address(account).toLowerCase() as Hex
  if (kind === 'web3signer') return { kind, place: operatorUrl(place), address: own }
  if (!/^[A-Za-z0-9:/_-]{1,2048}$/.test(place)) throw new SettingError('must name the key in AWS KMS by its id, its ARN or its alias')
  return { kind: 'aws-kms', place, address: own }
}

/** The address of a JSON-RPC node. It may contain a key, so errors never repeat it. */
export function rpcUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new SettingError('must be http or https URLs')
  return value
}

/** The address of a PostgreSQL database. It may contain a password, so errors never repeat it. Its options are checked when it is opened. */
export function postgresUrl(value: string): string {
  // It may name several hosts with commas between them.
  const one = value.replace(/^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?[^@/?#,]+)(?:,[^@/?#,]+)+/, '$1')
  const url = URL.canParse(one) ? new URL(one) : null
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:')
    throw new SettingError('must be an address such as postgres://user:password@host:5432/database')
  return value
}

/** The public base URL of a service, without a slash at the end: https, unless it is this machine. */
export function publicUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new SettingError(`must be an https URL, not ${quote(value)}`)
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new SettingError(`must begin with https:// unless it is this machine, not ${quote(value)}`)
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    throw new SettingError('must not have a query, a fragment or a user name')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** The address of an IPFS gateway on any network, without `/ipfs` and slashes at the end. */
export function ipfsGateway(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new SettingError(`must be an http or https URL, not ${quote(value)}`)
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    throw new SettingError('must not have a query, a fragment or a user name')
  return `${url.origin}${url.pathname}`.replace(/(?:\/ipfs)?\/*$/, '')
}

/** The base URL of a service that the operator chose, on any network, without a slash at the end. */
export function operatorUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new SettingError('must be an http or https URL')
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    throw new SettingError('must not have a query, a fragment or a user name')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** The name of a language model, such as `llama3.1:8b` or `vendor/model-1`. */
export function modelName(value: string): string {
  if (!/^[\w][\w.:/@+-]{0,127}$/.test(value)) throw new SettingError(`must be the name of a model without spaces, not ${quote(value)}`)
  return value
}

/** A secret that goes into a header. */
export function headerSecret(value: string): string {
  if (!/^[\x21-\x7e]{1,1000}$/.test(value)) throw new SettingError('must be one word of ASCII characters')
  return value
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

/** One address or a range of them, such as 10.0.0.0/8. */
function addressRange(value: string): string {
  if (!ipaddr.isValidCIDR(value) && !(ipaddr.IPv6.isValid(value) || ipaddr.IPv4.isValidFourPartDecimal(value))) {
    throw new SettingError(`must be IP addresses or ranges such as 10.0.0.0/8, not ${quote(value)}`)
  }
  return value
}

/** A range of proxies. From one as wide as all addresses every caller could choose the address that counts. */
export function proxyRange(value: string): string {
  const range = addressRange(value)
  const [address, bits] = range.includes('/') ? ipaddr.parseCIDR(range) : [null, 128]
  const minBits = address?.kind() === 'ipv4' ? 8 : 16
  if (bits < minBits)
    throw new SettingError(`must not be wider than /${minBits}, which ${quote(value)} is: any caller could forge an address`)
  return range
}

/** A secret that is too long to guess. */
export function longSecret(value: string): string {
  if (!/^[\x21-\x7e]{16,}$/.test(value)) throw new SettingError('must have at least 16 characters, without spaces')
  return value
}

/** A secret for an HMAC, at least as long as its hash. */
export function hmacSecret(value: string): string {
  if (!/^[\x21-\x7e]{32,}$/.test(value)) throw new SettingError('must have at least 32 characters, without spaces and commas')
  return value
}

/** A secret of Standard Webhooks, as its bytes. */
export function webhookSecret(value: string): Uint8Array {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? []
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.byteLength < 24 || bytes.byteLength > 64 || bytes.toString('base64') !== base64)
    throw new SettingError('must be whsec_ and base64 of 24 to 64 bytes')
  return bytes
}

/** An e-mail address or an https address, as a URI. */
export function contact(value: string): string {
  if (/^[^\s@<>(),;:"\\/]+@(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+$/i.test(value)) return `mailto:${value}`
  if (URL.canParse(value) && new URL(value).protocol === 'https:') return new URL(value).href
  throw new SettingError(`must be e-mail addresses or https addresses, not ${quote(value)}`)
}

/** A signature of 65 bytes. */
export function signature(value: string): string {
  if (!/^0x[0-9a-fA-F]{130}$/.test(value)) throw new SettingError(`must be signatures of 65 bytes in 0x-prefixed hex, not ${quote(value)}`)
  return value
}

/** `eip155:8453:0x…/12`: an ERC-8004 registry, and the id of an agent in it. */
export function agentIdentity(value: string): { readonly agentRegistry: string; readonly agentId: number } {
  const [, agentRegistry, number] = /^(eip155:[1-9]\d{0,18}:0x[0-9a-fA-F]{40})\/(\d{1,15})$/.exec(value) ?? []
  if (agentRegistry === undefined) throw new SettingError(`must be identities such as eip155:8453:0x…/12, not ${quote(value)}`)
  return { agentRegistry, agentId: Number(number) }
}

function quote(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
}

/** A VAT number of a member state with its prefix. Spaces are dropped. Whether it exists, VIES says. */
export function vatNumber(value: string): string {
  const plain = value.toUpperCase().replace(/\s/g, '')
  if (!/^[A-Z]{2}[0-9A-Z+*]{2,12}$/.test(plain)) throw new SettingError(`must be a VAT number with its prefix, not ${quote(value)}`)
  return plain
}
