/**
 * Everything that can be wrong with a 402, by a stable code. `error`: do not pay. `warning`: a person or a policy should decide.
 * `note`: worth knowing, changes no advice. `treacherous` marks what an honest seller has no reason for: one such fault in any
 * offer speaks against all offers of the same answer.
 */
export interface FaultKind {
  readonly severity: 'error' | 'warning' | 'note'
  readonly treacherous?: true
  readonly detail: string
  /** What the seller changes. */
  readonly fix: string
}

const error = (detail: string, fix: string): FaultKind => ({ severity: 'error', detail, fix })
const trap = (detail: string, fix: string): FaultKind => ({ severity: 'error', treacherous: true, detail, fix })
const warning = (detail: string, fix: string): FaultKind => ({ severity: 'warning', detail, fix })
const note = (detail: string, fix: string): FaultKind => ({ severity: 'note', detail, fix })

export const faultTable = {
  // The answer as a whole
  not_reached: error('The address gave no answer.', 'Make the route reachable by HTTPS from the public internet.'),
  headers_too_large: error(
    'The headers of the answer exceed 16 KB, where many clients stop reading.',
    'Keep all headers below 8 KB: move schemas and examples from PAYMENT-REQUIRED into the body.',
  ),
  headers_long: note(
    'The headers of the answer exceed 8 KB; some proxies cut them off.',
    'Move schemas and examples from PAYMENT-REQUIRED into the body.',
  ),
  not_402: error('The answer is not a 402, so it asks for no payment.', 'Answer unpaid requests of a paid route with status 402.'),
  no_terms: error(
    'The 402 holds no terms that could be read.',
    'Send PAYMENT-REQUIRED (x402 version 2), a Payment challenge in WWW-Authenticate (MPP), or both.',
  ),
  header_missing: warning(
    'The terms of version 2 are in the body alone, where clients of version 2 do not look.',
    'Send the same object as base64 JSON in the header PAYMENT-REQUIRED.',
  ),
  header_repeated: error('PAYMENT-REQUIRED was sent more than once.', 'Send the header once, with all offers in accepts.'),
  header_unreadable: error(
    'PAYMENT-REQUIRED is not standard base64 of a JSON object.',
    'Encode the UTF-8 JSON once, as standard base64 with "+", "/" and padding.',
  ),
  duplicate_member: trap('The JSON has a member twice, so two readers may see two different terms.', 'Send each member of an object once.'),
  forbidden_member: trap(
    'The JSON has a member that is meant to change objects of the reader.',
    'Remove __proto__, constructor and prototype.',
  ),
  body_unreadable: note('The body is not a JSON object.', 'Repeat the terms as JSON in the body, for readers without the header.'),
  version_unknown: error('The terms have an x402 version that does not exist.', 'Set x402Version to the number 2.'),
  accepts_empty: error('The terms list no offer.', 'Put at least one offer into accepts.'),
  offers_not_checked: warning('The answer has more offers than are checked here.', 'List at most 32 offers and 16 challenges.'),
  resource_missing: error(
    'The terms of version 2 do not say what they are for; official clients refuse them.',
    'Add resource: { "url": "https://…" }.',
  ),
  resource_other_host: warning(
    'The terms are for an address of another host than the one that was asked.',
    'Set resource.url to the public address of the route.',
  ),
  resource_not_https: note('The terms name the resource by plain HTTP.', 'Build resource.url from the public https address.'),
  body_differs_from_header: warning('Header and body ask for different payments.', 'Build the body and PAYMENT-REQUIRED from one object.'),
  protocols_disagree_price: warning('The protocols ask for different prices.', 'Ask for one price in all protocols.'),
  protocols_disagree_payee: warning('The protocols name different payees.', 'Name one payee in all protocols.'),
  payees_look_alike: trap(
    'Two payees of one answer differ, but begin and end alike.',
    'Name one payee; look-alike addresses are a known fraud.',
  ),

  // One offer
  entry_malformed: error('A member of the offer is missing or has a wrong form.', 'Send every member as the specification says.'),
  scheme_not_checked: warning('The scheme is not exact, and was not checked.', 'Offer the scheme exact as well.'),
  transfer_method_not_checked: warning(
    'The offer asks for another transfer method than EIP-3009, which was not checked.',
    'Offer USDC by EIP-3009 as well; it needs no earlier approval.',
  ),
  payment_upfront: note(
    'The payment is settled before the work (paymentFlow "upfront"): a call that fails may cost.',
    'Settle after the work, or say what a failed call gets.',
  ),
  payment_flow_unknown: warning(
    'The payment flow is one that was not checked, so what a failed call costs is not known.',
    'Leave paymentFlow out, or set it to "upfront".',
  ),
  network_not_caip2: error('Version 2 names networks by their CAIP-2 id; clients refuse other names.', 'Write eip155:8453 for Base.'),
  network_unknown: warning(
    'The network is not known here, so neither it nor its token was checked.',
    'Offer a widely known network as well, such as eip155:8453.',
  ),
  network_not_evm: warning('The network is not an EVM chain, so its offer was not checked.', 'Offer an EVM network as well.'),
  test_network: warning('The offer asks for money of a test network, which is worth nothing.', 'Offer a main network in production.'),
  token_of_other_network: trap(
    'The asset is USDC of another network; on this one the address is something else.',
    "Set asset to this network's USDC.",
  ),
  token_impersonates: trap(
    'The asset calls itself USDC in its signing domain, but is not the USDC of this network.',
    "Set asset to this network's USDC.",
  ),
  token_not_canonical: warning('The asset is not the USDC of this network, so its value is not known.', "Ask for this network's USDC."),
  token_not_checked: warning(
    'The USDC of this network is not known here, so the asset was not checked.',
    'Offer a widely known network as well.',
  ),
  domain_missing: error(
    'The EIP-712 domain of the asset is missing, so nothing can be signed.',
    'Add extra: { "name": …, "version": … } as the token contract says.',
  ),
  domain_name_wrong: error(
    'The domain name is not that of the token: the signature would not verify, and no payment could settle.',
    'Copy name() of the token contract into extra.name.',
  ),
  domain_version_wrong: error(
    'The domain version is not that of the token: the signature would not verify, and no payment could settle.',
    'Copy version() of the token contract into extra.version.',
  ),
  domain_contract_wrong: error(
    'The signing domain names another contract than the asset: a signature would be for that contract.',
    'Leave verifyingContract out of extra, or set it to the asset.',
  ),
  amount_not_base_units: error(
    'The amount is not a whole number of base units: clients disagree about what it means.',
    'Write $0.01 of USDC as "10000": a string of digits, with six decimals moved.',
  ),
  amount_absurd: trap(
    'The amount is a million dollars or more: probably a price with 18 decimals.',
    'USDC has six decimals: write $0.01 as "10000".',
  ),
  amount_tiny: warning('The amount is below ten base units ($0.00001): probably a price in dollars.', 'Write $5 of USDC as "5000000".'),
  amount_above_description: trap('The amount is above the price that the description states.', 'Make the description from the price.'),
  amount_below_description: warning('The amount is below the price that the description states.', 'Make the description from the price.'),
  amount_above_prices: warning('The amount is above every price that the description states.', 'Make the description from the price.'),
  amount_not_stated: warning('The description states prices, and the amount is none of them.', 'Make the description from the price.'),
  price_stated_free: warning('The description says that the goods are free.', 'Make the description from the price.'),
  price_other_currency: warning(
    'The description states a price in another currency.',
    'State the price in dollars, and make it from the amount.',
  ),
  price_per_period: warning(
    'The description states the amount as the price of a month, a year, a week or a day.',
    'Say what one call costs.',
  ),
  payee_checksum: error(
    'The checksum of the payee (EIP-55) is wrong, so one of its digits may be wrong.',
    'Copy the address again, with its checksum.',
  ),
  payee_unusable: error('The payee is an address that no seller owns.', 'Set payTo to a wallet of yours.'),
  payee_is_token: error('The payee is the contract of a token, where money is lost.', 'Set payTo to a wallet of yours.'),
  payee_is_contract: error(
    'The payee is a contract that everybody uses: USDC sent to it is lost, or anybody may take it.',
    'Set payTo to a wallet of yours.',
  ),
  payee_is_exchange: warning(
    'The payee is a common wallet of an exchange, which does not know whose the payment is.',
    'Set payTo to a wallet of yours, or to your own deposit address.',
  ),
  payee_looks_like_known: trap(
    'The payee begins and ends like one that you know, and is another one.',
    'Compare the whole address with the seller; look-alike addresses are a known fraud.',
  ),
  payee_not_known: warning('The payee is not one of those that you know.', 'Ask the seller whether the address has changed.'),
  payee_blocked: trap('The payee is on a sanctions list, or blocked by the issuer of USDC.', 'No payment to this address is possible.'),
  payee_not_screened: warning('The payee could not be screened against all lists.', 'Check the payee again later.'),
  timeout_long: warning(
    'A signed payment would stay valid for more than an hour.',
    'Set maxTimeoutSeconds to what run and settlement need: 60 to 300.',
  ),
  timeout_huge: error(
    'A signed payment would stay valid for more than a day, and could be taken long after the call.',
    'Set maxTimeoutSeconds to what run and settlement need: 60 to 300.',
  ),
  timeout_short: warning(
    'A signed payment would expire within ten seconds, before most settlements.',
    'Set maxTimeoutSeconds to 60 or more.',
  ),
  v1_network_unnamed: warning(
    'Version 1 names networks by words; its official client refuses CAIP-2 ids.',
    'Write "base", or offer version 2.',
  ),
  challenge_incomplete: error(
    'A Payment challenge lacks one of id, realm, method, intent and request, or has one twice; MPP clients throw at it.',
    'Send all five parameters once, in quotes.',
  ),
  challenge_request_unreadable: error(
    'The request of a Payment challenge cannot be read.',
    'Encode the canonical JSON of the request as base64url without padding.',
  ),
  challenge_method_not_checked: warning('The MPP method is not evm, and was not checked.', 'Offer the method evm as well.'),
  challenge_intent_not_checked: warning('The MPP intent is not charge, and was not checked.', 'Offer the intent charge as well.'),
  challenge_expired: error('The Payment challenge has expired.', 'Issue a new challenge for each request.'),
  challenge_valid_long: warning(
    'A payment that is signed for the challenge would stay valid for more than an hour.',
    'Set expires to five minutes from now.',
  ),
  challenge_valid_too_long: error(
    'A payment that is signed for the challenge would stay valid for more than a day, and could be taken long after the call.',
    'Set expires to five minutes from now.',
  ),
  challenge_expires_unreadable: warning(
    'The time at which the challenge expires cannot be read, so a signed payment may stay valid for any time.',
    'Write expires as in RFC 3339, such as 2030-01-31T12:00:00Z.',
  ),
  challenge_other_realm: warning('The realm of the Payment challenge is another host.', 'Set realm to the public host of the route.'),
  challenge_hash_only: warning(
    'The charge takes no signed authorization; stock MPP clients fail on it.',
    'List authorization in credentialTypes, or use another method name.',
  ),
  challenge_splits: warning('The charge goes to several recipients, of which only the first was checked.', 'Charge for one recipient.'),
  challenge_decimals_wrong: error('The decimals of the charge are not those of the token.', 'Set methodDetails.decimals to 6 for USDC.'),
  l402_not_checked: warning('The L402 offer is a Lightning invoice, and was not checked.', 'Offer x402 or MPP as well.'),
} as const satisfies Readonly<Record<string, FaultKind>>

export type FaultCode = keyof typeof faultTable

/** A fault that was found. */
export interface Fault {
  readonly code: FaultCode
  /** Where: `accepts[0].amount`, `WWW-Authenticate[1].realm`, `body`. */
  readonly field: string | null
  /** What was found there, cleaned and short; the seller wrote it. */
  readonly received: string | null
}

export const severityOf = ({ code }: Pick<Fault, 'code'>): FaultKind['severity'] => faultTable[code].severity
export const isTreacherous = ({ code }: Pick<Fault, 'code'>): boolean => faultTable[code].treacherous === true
