import { addressOf } from '../../sandbox/population/inhabitants.ts'
import type { Hostile402 } from './hostile-402s.ts'
import { base64, challenge, entry, inMinutes, mpp, paste, stranger, url, v2 } from './seller-402.ts'

/* More 402s of `hostile-402s.ts`: those that hide something, and those of faults that only few sellers have. */

const never = 'do_not_pay'
const described = (description: string) => ({ resource: { url, description } })
const manyCharges = (last: string) => mpp([...Array.from({ length: 16 }, () => challenge()), last].join(', '))
/** The charge of a sound challenge, of which a part goes to another recipient. */
function splitCharge(): string {
  const [, request = ''] = /request="([^"]+)"/.exec(challenge()) ?? []
  const { methodDetails, ...rest } = JSON.parse(Buffer.from(request, 'base64url').toString()) as { methodDetails: object }
  const split = { ...rest, methodDetails: { ...methodDetails, splits: [{ amount: '4000', recipient: stranger('33') }] } }
  return challenge({}, { request: Buffer.from(JSON.stringify(split)).toString('base64url') })
}

const sepoliaOfEthereum = 'eip155:11155111'

export const treacherous402s: readonly Hostile402[] = [
  {
    what: 'a cheap offer to a blacklisted payee behind two to clean ones',
    request: paste(
      v2(
        {},
        {
          accepts: [
            { ...entry, amount: '20000', payTo: stranger('11') },
            { ...entry, amount: '20000', payTo: stranger('22') },
            { ...entry, payTo: addressOf('blacklisted') },
          ],
          resource: { url },
        },
      ),
    ),
    codes: ['payee_not_screened'],
    advice: 'pay',
  },
  {
    what: 'an offer with a false token behind 32 good ones',
    request: paste(v2({}, { accepts: [...Array.from({ length: 32 }, () => entry), { ...entry, asset: stranger('55'), amount: '1' }] })),
    codes: ['offers_not_checked'],
    advice: 'ask',
  },
  {
    what: 'a challenge to a sanctioned payee behind 16 good ones',
    request: manyCharges(challenge({ recipient: addressOf('sanctioned') })),
    codes: ['offers_not_checked'],
    advice: 'ask',
  },
  {
    what: 'a domain name with an invisible character',
    request: paste(v2({ extra: { name: 'USD\u200b Coin', version: '2' } })),
    codes: ['domain_name_wrong'],
    advice: never,
  },
  {
    what: 'a domain name with a blank too many',
    request: paste(v2({ extra: { name: 'USD  Coin', version: '2' } })),
    codes: ['domain_name_wrong'],
    advice: never,
  },
  {
    what: 'a domain version with a blank behind it',
    request: paste(v2({ extra: { name: 'USD Coin', version: '2 ' } })),
    codes: ['domain_version_wrong'],
    advice: never,
  },
  {
    what: 'a domain of another contract',
    request: paste(v2({ extra: { ...entry.extra, verifyingContract: stranger('77') } })),
    codes: ['domain_contract_wrong'],
    advice: never,
  },
  {
    what: 'nine times the price that its description states in words',
    request: paste(v2({ amount: '90000' }, described('One quote costs 0.01 USDC'))),
    codes: ['amount_above_prices'],
    advice: 'ask',
  },
  {
    what: 'nine times the price that its description states in cents',
    request: paste(v2({ amount: '90000' }, described('1 cent for each call'))),
    codes: ['amount_above_prices'],
    advice: 'ask',
  },
  {
    what: 'a price above both that its description states',
    request: paste(v2({ amount: '90000' }, described('$0.01 now, later $0.02'))),
    codes: ['amount_above_prices'],
    advice: 'ask',
  },
  {
    what: 'nine times the price that its description states with a wide dollar sign',
    request: paste(v2({ amount: '90000' }, described('Only \uff040.01'))),
    codes: ['amount_above_description'],
    advice: never,
  },
  {
    what: 'nine times the price that its description states with a comma',
    request: paste(v2({ amount: '90000' }, described('$0,01 for each call'))),
    codes: ['amount_above_description'],
    advice: never,
  },
  {
    what: 'less than the price that its description states',
    request: paste(v2({ amount: '10000' }, described('$0.05 for each call'))),
    codes: ['amount_below_description'],
    advice: 'ask',
  },
  {
    what: 'a precompiled contract as payee',
    request: paste(v2({ payTo: `0x${'0'.repeat(39)}1` })),
    codes: ['payee_unusable'],
    advice: never,
  },
  {
    what: 'a challenge that is valid for years',
    request: mpp(challenge({}, { expires: '2099-01-01T00:00:00Z' })),
    codes: ['challenge_valid_too_long'],
    advice: never,
  },
  {
    what: 'a challenge that is valid for two hours',
    request: mpp(challenge({}, { expires: inMinutes(120) })),
    codes: ['challenge_valid_long'],
    advice: 'ask',
  },
  {
    what: 'a challenge that expires at no time that can be read',
    request: mpp(challenge({}, { expires: 'tomorrow' })),
    codes: ['challenge_expires_unreadable'],
    advice: 'ask',
  },
  {
    what: 'an MPP intent that was not checked',
    request: mpp(challenge({}, { intent: 'session' })),
    codes: ['challenge_intent_not_checked'],
    advice: 'ask',
  },
  {
    what: 'a charge that goes to two recipients',
    request: mpp(splitCharge()),
    codes: ['challenge_splits'],
    advice: 'ask',
  },
  {
    what: 'a test network whose USDC is not known here',
    request: paste(v2({ network: sepoliaOfEthereum })),
    codes: ['token_not_checked'],
    advice: 'ask',
  },
  {
    what: 'an address that gives no answer',
    request: { url: 'https://nobody-here.example/v1/quote' },
    codes: ['not_reached'],
    advice: never,
  },
]

/** What is odd about a 402 and speaks against no payment. */
export const harmless402s: readonly Hostile402[] = [
  {
    what: 'a body that is not JSON',
    request: paste(v2(), { body: '<h1>Payment required</h1>' }),
    codes: ['body_unreadable'],
    advice: 'pay',
  },
  {
    what: 'headers of 10 KB',
    request: { url, headers: { 'PAYMENT-REQUIRED': base64(v2({}, { note: 'x'.repeat(7_000) })) } },
    codes: ['headers_long'],
    advice: 'pay',
  },
  {
    what: 'a resource by plain HTTP',
    request: paste(v2({}, { resource: { url: url.replace('https:', 'http:'), description: 'A quote' } })),
    codes: ['resource_not_https'],
    advice: 'pay',
  },
]
