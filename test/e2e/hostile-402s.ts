import { addressOf } from '../../sandbox/population/inhabitants.ts'
import {
  alike,
  base64,
  challenge,
  entry,
  mpp,
  paste,
  payee,
  url,
  usdcOnBase,
  usdcOnBaseSepolia,
  usdcOnPolygon,
  v1,
  v2,
} from './seller-402.ts'

/** A 402 that nobody should pay without a thought, with what the check says of it. `goods/readiness/check-402.md` has the same table. */
export interface Hostile402 {
  readonly what: string
  readonly request: Readonly<Record<string, unknown>>
  /** The faults that must be found; others may be found too. */
  readonly codes: readonly string[]
  readonly advice: 'pay' | 'ask' | 'do_not_pay'
}

const never = 'do_not_pay'

export const hostile402s: readonly Hostile402[] = [
  {
    what: 'USDC of the test network, asked on Base',
    request: paste(v2({ asset: usdcOnBaseSepolia })),
    codes: ['token_of_other_network'],
    advice: never,
  },
  {
    what: 'a token of another address that calls itself USD Coin',
    request: paste(v2({ asset: `0x${'5'.repeat(40)}` })),
    codes: ['token_impersonates'],
    advice: never,
  },
  {
    what: 'another token',
    request: paste(v2({ asset: `0x${'5'.repeat(40)}`, extra: { name: 'Shell', version: '1' } })),
    codes: ['token_not_canonical'],
    advice: 'ask',
  },
  {
    what: 'USDC of Polygon, asked on Base',
    request: paste(v2({ asset: usdcOnPolygon })),
    codes: ['token_of_other_network'],
    advice: never,
  },
  {
    what: 'the domain name of the test network',
    request: paste(v2({ extra: { name: 'USDC', version: '2' } })),
    codes: ['domain_name_wrong'],
    advice: never,
  },
  {
    what: 'a wrong domain version',
    request: paste(v2({ extra: { name: 'USD Coin', version: '1' } })),
    codes: ['domain_version_wrong'],
    advice: never,
  },
  { what: 'no domain', request: paste(v2({ extra: undefined })), codes: ['domain_missing'], advice: never },
  {
    what: 'a price in dollars in place of base units',
    request: paste(v2({ amount: '0.01' })),
    codes: ['amount_not_base_units'],
    advice: never,
  },
  { what: 'a price with a dollar sign', request: paste(v2({ amount: '$0.01' })), codes: ['amount_not_base_units'], advice: never },
  { what: 'whole dollars as base units', request: paste(v2({ amount: '5' })), codes: ['amount_tiny'], advice: 'ask' },
  { what: 'a price with 18 decimals', request: paste(v2({ amount: '10000000000000000' })), codes: ['amount_absurd'], advice: never },
  {
    what: 'a hundred times the price that its description states',
    request: paste(v2({ amount: '1000000' })),
    codes: ['amount_above_description'],
    advice: never,
  },
  { what: 'an amount as a JSON number', request: paste(v2({ amount: 10_000 })), codes: ['entry_malformed'], advice: never },
  { what: 'a negative amount', request: paste(v2({ amount: '-10000' })), codes: ['entry_malformed'], advice: never },
  { what: 'a sanctioned payee', request: paste(v2({ payTo: addressOf('sanctioned') })), codes: ['payee_blocked'], advice: never },
  {
    what: 'a payee that the issuer of USDC has blacklisted',
    request: paste(v2({ payTo: addressOf('blacklisted') })),
    codes: ['payee_blocked'],
    advice: never,
  },
  {
    what: 'a payee with a digit that breaks its checksum',
    request: paste(v2({ payTo: payee.replace('0x2', '0x3') })),
    codes: ['payee_checksum'],
    advice: never,
  },
  { what: 'the zero address as payee', request: paste(v2({ payTo: `0x${'0'.repeat(40)}` })), codes: ['payee_unusable'], advice: never },
  { what: 'the token contract as payee', request: paste(v2({ payTo: usdcOnBase })), codes: ['payee_is_token'], advice: never },
  {
    what: 'a payee that looks like the one that the caller knows',
    request: paste(v2({ payTo: alike }), { knownPayees: [payee] }),
    codes: ['payee_looks_like_known'],
    advice: never,
  },
  {
    what: 'another payee than the one that the caller knows',
    request: paste(v2(), { knownPayees: [addressOf('old-busy')] }),
    codes: ['payee_not_known'],
    advice: 'ask',
  },
  {
    what: 'two payees that look alike in one answer',
    request: paste(v2({}, { accepts: [entry, { ...entry, payTo: alike }] })),
    codes: ['payees_look_alike'],
    advice: never,
  },
  {
    what: 'header and version 1 body with different prices',
    request: paste(v2(), { body: v1({ maxAmountRequired: '20000' }) }),
    codes: ['protocols_disagree_price'],
    advice: 'ask',
  },
  {
    what: 'x402 and MPP with different payees',
    request: { url, headers: { 'PAYMENT-REQUIRED': base64(v2()), 'WWW-Authenticate': challenge({ recipient: addressOf('old-busy') }) } },
    codes: ['protocols_disagree_payee'],
    advice: 'ask',
  },
  {
    what: 'a body of version 2 with another payee than the header',
    request: paste(v2(), { body: v2({ payTo: addressOf('old-busy') }) }),
    codes: ['body_differs_from_header'],
    advice: 'ask',
  },
  { what: 'terms of version 2 in the body alone', request: { url, body: v2() }, codes: ['header_missing'], advice: 'ask' },
  { what: 'an unknown network', request: paste(v2({ network: 'eip155:666666666' })), codes: ['network_unknown'], advice: 'ask' },
  {
    what: 'Solana alone',
    request: paste(v2({ network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' })),
    codes: ['network_not_evm'],
    advice: 'ask',
  },
  {
    what: 'a test network',
    request: paste(v2({ network: 'eip155:84532', asset: usdcOnBaseSepolia, extra: { name: 'USDC', version: '2' } })),
    codes: ['test_network'],
    advice: 'ask',
  },
  {
    what: 'version 2 with a network name of version 1',
    request: paste(v2({ network: 'base' })),
    codes: ['network_not_caip2'],
    advice: never,
  },
  {
    what: 'version 1 with a CAIP-2 id',
    request: { url, body: v1({ network: 'eip155:8453' }) },
    codes: ['v1_network_unnamed'],
    advice: 'ask',
  },
  {
    what: 'a signature that stays valid for a month',
    request: paste(v2({ maxTimeoutSeconds: 2_592_000 })),
    codes: ['timeout_huge'],
    advice: never,
  },
  {
    what: 'a signature that stays valid for two hours',
    request: paste(v2({ maxTimeoutSeconds: 7_200 })),
    codes: ['timeout_long'],
    advice: 'ask',
  },
  {
    what: 'a signature that expires before it can settle',
    request: paste(v2({ maxTimeoutSeconds: 5 })),
    codes: ['timeout_short'],
    advice: 'ask',
  },
  {
    what: 'a resource of another host by plain HTTP',
    request: paste(v2({}, { resource: { url: 'http://other.example/v1/quote' } })),
    codes: ['resource_other_host'],
    advice: 'ask',
  },
  { what: 'no resource', request: paste(v2({}, { resource: undefined })), codes: ['resource_missing'], advice: never },
  {
    what: 'a header that is not base64',
    request: { url, headers: { 'PAYMENT-REQUIRED': '%%%not-base64%%%' } },
    codes: ['header_unreadable'],
    advice: never,
  },
  {
    what: 'URL-safe base64',
    request: {
      url,
      headers: {
        'PAYMENT-REQUIRED': Buffer.from(JSON.stringify(v2({}, { resource: { url, description: '???>>>' } }))).toString('base64url'),
      },
    },
    codes: ['header_unreadable'],
    advice: never,
  },
  {
    what: 'the header twice',
    request: { url, headers: { 'PAYMENT-REQUIRED': [base64(v2()), base64(v2({ amount: '20000' }))] } },
    codes: ['header_repeated'],
    advice: never,
  },
  {
    what: 'an amount twice in one object',
    request: paste(JSON.stringify(v2()).replace('"amount":"10000"', '"amount":"10000","amount":"90000000"')),
    codes: ['duplicate_member'],
    advice: never,
  },
  {
    what: 'a member that reaches a prototype',
    request: paste(JSON.stringify(v2()).replace('"x402Version"', '"__proto__":{"amount":"1"},"x402Version"')),
    codes: ['forbidden_member'],
    advice: never,
  },
  {
    what: 'headers of 40 KB',
    request: { url, headers: { 'PAYMENT-REQUIRED': base64(v2({}, { note: 'x'.repeat(30_000) })) } },
    codes: ['headers_too_large'],
    advice: never,
  },
  { what: 'no offer in accepts', request: paste(v2({}, { accepts: [] })), codes: ['accepts_empty'], advice: never },
  { what: 'a version that does not exist', request: paste({ ...v2(), x402Version: 3 }), codes: ['version_unknown'], advice: never },
  { what: 'no terms at all', request: { url, headers: {}, body: 'Payment required' }, codes: ['no_terms'], advice: never },
  { what: 'an answer that is not a 402', request: paste(v2(), { status: 200 }), codes: ['not_402'], advice: never },
  { what: 'another scheme', request: paste(v2({ scheme: 'upto' })), codes: ['scheme_not_checked'], advice: 'ask' },
  {
    what: 'a transfer method that needs an approval',
    request: paste(v2({ extra: { ...entry.extra, assetTransferMethod: 'permit2' } })),
    codes: ['transfer_method_not_checked'],
    advice: 'ask',
  },
  {
    what: 'a Payment challenge without request',
    request: mpp(challenge({}, { request: null })),
    codes: ['challenge_incomplete'],
    advice: never,
  },
  {
    what: 'a Payment challenge with a broken request',
    request: mpp(challenge({}, { request: '!!!' })),
    codes: ['challenge_request_unreadable'],
    advice: never,
  },
  {
    what: 'an expired Payment challenge',
    request: mpp(challenge({}, { expires: '2020-01-01T00:00:00Z' })),
    codes: ['challenge_expired'],
    advice: never,
  },
  {
    what: 'a Payment challenge of another host',
    request: mpp(challenge({}, { realm: 'other.example' })),
    codes: ['challenge_other_realm'],
    advice: 'ask',
  },
  {
    what: 'a charge that takes hashes only',
    request: mpp(challenge({ credentialTypes: ['hash'] })),
    codes: ['challenge_hash_only'],
    advice: 'ask',
  },
  { what: 'a charge with 18 decimals', request: mpp(challenge({ decimals: 18 })), codes: ['challenge_decimals_wrong'], advice: never },
  {
    what: 'an MPP method that was not checked',
    request: mpp(challenge({}, { method: 'tempo' })),
    codes: ['challenge_method_not_checked'],
    advice: 'ask',
  },
  {
    what: 'a Lightning invoice',
    request: mpp('L402 macaroon="AGIAJEemVQ", invoice="lnbc100n1p"'),
    codes: ['l402_not_checked'],
    advice: 'ask',
  },
  {
    what: 'a good offer beside one with a false token',
    request: paste(v2({}, { accepts: [entry, { ...entry, asset: `0x${'5'.repeat(40)}` }] })),
    codes: ['token_impersonates'],
    advice: never,
  },
  { what: 'a price above the limit of the caller', request: paste(v2(), { maxUsd: '0.001' }), codes: [], advice: never },
  {
    what: 'five dollars for a payee without a history',
    request: paste(v2({ amount: '5000000' }, { resource: { url, description: 'A quote' } })),
    codes: [],
    advice: 'ask',
  },
]
