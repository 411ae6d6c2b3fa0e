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

/** Descriptions that state another price than the amount of a cent. */
const misdescribed: readonly Hostile402[] = (
  [
    ['five dollars in words', 'Weather for five dollars', 'amount_below_description'],
    ['a price in words for each call', 'Costs half a dollar per call', 'amount_below_description'],
    ['a price of several words', 'Two hundred and fifty dollars for the report', 'amount_below_description'],
    ['a price in German words', 'fünfundzwanzig Dollar pro Aufruf', 'amount_below_description'],
    ['a price in French words', 'cinq dollars par appel', 'amount_below_description'],
    ['a price in Spanish words', 'cinco dólares por consulta', 'amount_below_description'],
    ['a price in Russian words', 'пять долларов за запрос', 'amount_below_description'],
    ['a price in Chinese', '每次五美元', 'amount_below_description'],
    ['more USDC in its description than it asks for', '5 USDC per request', 'amount_below_description'],
    ['more cents in its description than it asks for', '50¢ each', 'amount_below_description'],
    ['thousands in its description', '5k USDC', 'amount_below_description'],
    ['several prices of which none is the amount', '$0.001, $5 or $10', 'amount_not_stated'],
    ['a price without a currency that is another one', 'Quotes. Price: 5', 'amount_not_stated'],
    ['a description that says it is free', 'Free weather data', 'price_stated_free'],
    ['a description that says in German it is free', 'Kostenlose Daten: kostenlos', 'price_stated_free'],
    ['a price of nothing in its description', 'Quotes at $0.00', 'price_stated_free'],
    ['a price in euro', '€0.01 for each call', 'price_other_currency'],
    ['a price in euro in words', 'cinq euros', 'price_other_currency'],
    ['a price in ether', '0.01 ETH per call', 'price_other_currency'],
    ['a price in Australian dollars', 'A$0.01 for each call', 'price_other_currency'],
    ['the price of a month as the price of a call', '$0.01 per month', 'price_per_period'],
  ] as const
).map(([what, description, code]) => ({ what, request: paste(v2({}, described(description))), codes: [code], advice: 'ask' }))

/** Payees that nobody owns, or everybody. */
const misdirected: readonly Hostile402[] = (
  [
    ['USDT as payee', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'payee_is_token', never],
    ['wrapped ether as payee', '0x4200000000000000000000000000000000000006', 'payee_is_token', never],
    ['DAI as payee', '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', 'payee_is_token', never],
    ['a router of Uniswap as payee', '0x2626664c2603336E57B271c5C0b26F421741e481', 'payee_is_contract', never],
    ['a router of 1inch as payee', '0x111111125421cA6dc452d289314280a0f8842A65', 'payee_is_contract', never],
    ['Permit2 as payee', '0x000000000022D473030F116dDEE9F6B43aC78BA3', 'payee_is_contract', never],
    ['Multicall3 as payee', '0xcA11bde05977b3631167028862bE2a173976CA11', 'payee_is_contract', never],
    ['the EntryPoint of ERC-4337 as payee', '0x0000000071727De22E5E9d8BAf0edAc6f37da032', 'payee_is_contract', never],
    ['the bridge of Base as payee', '0x3154Cf16ccdb4C6d922629664174b904d80F2C35', 'payee_is_contract', never],
    ['a bridge that the chain is born with as payee', '0x4200000000000000000000000000000000000010', 'payee_is_contract', never],
    ['the Permit2 proxy of x402 as payee', '0x402085c248EeA27D92E8b30b2C58ed07f9E20001', 'payee_is_contract', never],
    ['the place of the coin of a chain as payee', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'payee_is_contract', never],
    ['a burn address as payee', '0x000000000000000000000000000000000000dEaD', 'payee_unusable', never],
    ['a wallet of an exchange as payee', '0x28C6c06298d514Db089934071355E5743bf21d60', 'payee_is_exchange', 'ask'],
  ] as const
).map(([what, payTo, code, advice]) => ({ what, request: paste(v2({ payTo })), codes: [code], advice }))

/** Honest descriptions with words of prices. */
const welldescribed: readonly Hostile402[] = (
  [
    ['its price in words', 'One cent for each call'],
    ['its price in cents and in German', 'ein Cent pro Aufruf'],
    ['its price beside one of a month', '0.01 USDC per call, 5 USDC per month'],
    ['a range around its price', '$0.001 to $0.05 for each call'],
    ['amounts that are about its goods', 'Transfers over 1,000 USDC'],
    ['a conversion as its goods', 'Converts 100 EUR to USD'],
    ['a word that begins with free', 'Free-form text; free cash flow of companies, royalty-free'],
    ['dollars without a number', 'Price of bitcoin in dollars; the top five dollar-pegged coins'],
    ['free calls beside its price', '3 free calls a day, then $0.01'],
  ] as const
).map(([what, description]) => ({ what, request: paste(v2({}, described(description))), codes: [], advice: 'pay' }))

export const treacherous402s: readonly Hostile402[] = [
  ...misdescribed,
  ...misdirected,
  {
    what: 'a payment flow that was not checked',
    request: paste(v2({ extra: { ...entry.extra, paymentFlow: 'escrow' } })),
    codes: ['payment_flow_unknown'],
    advice: 'ask',
  },
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
    what: 'a payment that is settled before the work',
    request: paste(v2({ extra: { ...entry.extra, paymentFlow: 'upfront' } })),
    codes: ['payment_upfront'],
    advice: 'pay',
  },
  ...welldescribed,
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
