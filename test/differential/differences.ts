import { exception, noMatch, valid, type Verdict } from './side.ts'

/** One kind of payment on which our verdict differs from the official code on purpose. */
export interface Difference {
  /** Names of mutations. */
  readonly of: readonly string[]
  readonly official: Verdict
  readonly ours: Verdict
  readonly why: string
  /** Only on chains without Multicall3. */
  readonly withoutMulticall?: true
}

const malformed = 'malformed_payment'
const simulationFailed = 'invalid_exact_evm_transaction_simulation_failed'
const badSignature = 'invalid_exact_evm_signature'
const validBefore = 'invalid_exact_evm_payload_authorization_valid_before'
const mismatch = 'invalid_exact_evm_payload_authorization_value_mismatch'
const notAllowed = 'eip6492_factory_not_allowed'

/**
 * Payments for which our verdict or reason differs on purpose from the official facilitator and server. For all others both are
 * the same. `docs/differences.md` shows this table to readers.
 */
export const differences: readonly Difference[] = [
  // Time.
  {
    of: ['a window that ends too soon'],
    official: valid,
    ours: validBefore,
    why: 'The window must cover the run and the settlement. With six seconds, the official limit, we would do work that can no longer be collected.',
  },
  {
    of: ['a window of more than an hour'],
    official: valid,
    ours: validBefore,
    why: 'We keep the keys of used authorizations in a hot table until they expire, so they must expire soon.',
  },
  // Amount.
  {
    of: ['another amount, in version 1'],
    official: 'invalid_exact_evm_authorization_value',
    ours: mismatch,
    why: 'We use one code for both versions: the one of version 2.',
  },
  // Signatures.
  {
    of: ['s in the upper half'],
    official: simulationFailed,
    ours: badSignature,
    why: 'The token refuses the signature, so our reason says so. The official code only learns from a simulation that something fails.',
  },
  {
    of: ['v of 0 or 1'],
    official: simulationFailed,
    ours: valid,
    why: 'Some signers write the recovery id like this. It is the same signature, and is settled with 27 or 28.',
  },
  {
    of: ['a wallet with its own v in 65 bytes', 'a wallet with 65 bytes whose second half is zero'],
    official: simulationFailed,
    ours: valid,
    why: 'The wallet and the token accept it (Safe signs like this, for example). The official code parses it as the signature of a plain account and refuses it.',
  },
  {
    of: ['a wallet that accepts with half a word'],
    official: simulationFailed,
    ours: badSignature,
    why: 'The token compares the whole word that ERC-1271 demands. So do we, when we check the signature.',
  },
  {
    of: ['a wallet that needs 400,000 gas or more'],
    official: valid,
    ours: badSignature,
    why: 'We ask a wallet with at most 400,000 gas, because the sender of the settlement pays for the gas of its check.',
  },
  {
    of: ['a wallet that is not deployed, by a factory that is trusted'],
    official: valid,
    ours: notAllowed,
    why: 'The official facilitator can be configured to trust factories, and pays for the deployment. We deploy nothing, so no factory is allowed.',
  },
  {
    of: ['a wallet with a wrapper that names no factory'],
    official: badSignature,
    ours: valid,
    why: "The wallet is already deployed, so the factory is not needed. The wrapper contains the wallet's signature.",
  },
  {
    of: ['a wallet with an unreadable wrapper'],
    official: exception,
    ours: badSignature,
    why: 'We refuse junk with a reason; it never causes an error.',
  },
  {
    of: ['a payer blacklisted by the token'],
    official: simulationFailed,
    ours: valid,
    why: 'We do not simulate each transfer before the work. We simulate it just before we send it; then we withhold the answer, charge nothing, and bar the payer for ten minutes. On both sides the seller gets no money and the payer no answer.',
  },
  {
    of: ['a payer without money', 'a payer who has too little'],
    withoutMulticall: true,
    official: simulationFailed,
    ours: 'invalid_exact_evm_insufficient_balance',
    why: 'The official code finds the reason through Multicall3; without it every reason is the same. We always read balance and nonce.',
  },
  {
    of: ['a nonce that was used', 'a nonce that was cancelled'],
    withoutMulticall: true,
    official: simulationFailed,
    ours: 'invalid_exact_evm_nonce_already_used',
    why: 'As above.',
  },
  // What the client says that it accepted. The official server compares it first, and refuses every difference with one reason.
  {
    of: ['accepted terms of another amount'],
    official: noMatch,
    ours: mismatch,
    why: "Our reason says which of the terms does not match, with the facilitator's code.",
  },
  {
    of: ['accepted terms of another recipient'],
    official: noMatch,
    ours: 'invalid_exact_evm_recipient_mismatch',
    why: 'As above.',
  },
  {
    of: ['accepted terms of another token'],
    official: noMatch,
    ours: 'invalid_payment_requirements',
    why: 'As above.',
  },
  {
    of: ['accepted terms of another token name'],
    official: noMatch,
    ours: 'invalid_exact_evm_token_name_mismatch',
    why: 'As above.',
  },
  {
    of: ['accepted terms of another token version'],
    official: noMatch,
    ours: 'invalid_exact_evm_token_version_mismatch',
    why: 'As above.',
  },
  {
    of: [
      'accepted terms without the token name',
      'accepted terms of another time',
      'accepted terms with an additional member',
      'accepted terms with addresses in lower case',
    ],
    official: noMatch,
    ours: valid,
    why: 'The payer signed what we asked for. We accept a copy of the terms that leaves out or adds members that bind no one. Addresses have no case.',
  },
  {
    of: ['a network by another name, in version 1'],
    official: 'invalid_exact_evm_network_mismatch',
    ours: valid,
    why: 'Older clients use other names, or ids of version 2. It is clear which network they mean.',
  },
  // Form: every other form than the one that we read gets a 400 that names the field, before anything is computed.
  {
    of: [
      'a number written in another way',
      'a Permit2 authorization besides the other one, in version 1',
      'a JSON member that comes twice',
    ],
    official: valid,
    ours: malformed,
    why: 'The specification has strings of decimal digits, one authorization, and JSON in which each member occurs once. Two readers must never find two different payments in the same bytes.',
  },
  {
    of: ['a header of more than 8 KB', 'a wallet with a signature of several thousand bytes'],
    official: valid,
    ours: 'header_too_large',
    why: 'We limit the size of input from unknown callers.',
  },
  {
    of: ['a network that is not an EVM chain', 'an unknown network, in version 1'],
    official: 'invalid_exact_evm_network_mismatch',
    ours: malformed,
    why: 'No setting makes us accept it. The 400 names the field and lists the accepted values.',
  },
  {
    of: ['another scheme', 'another scheme, in version 1'],
    official: 'invalid_exact_evm_scheme',
    ours: malformed,
    why: 'A payload of another scheme has another form, which we do not read.',
  },
  {
    of: ['accepted terms with an invalid time'],
    official: noMatch,
    ours: malformed,
    why: 'The member has the wrong type.',
  },
  {
    of: ['a number out of range', 'an invalid address', 'a nonce that is not 32 bytes', 'a signature that is not hex'],
    official: badSignature,
    ours: malformed,
    why: 'The official code fails when it hashes or recovers. We say which member is wrong.',
  },
  {
    of: [
      'an invalid number',
      'no signature',
      'no authorization',
      'no payload',
      'no accepted terms',
      'a Permit2 authorization besides the other one',
      'an unknown version',
      'a payment of version 1 in the header of version 2',
      'a header that is not a base64 JSON object',
    ],
    official: exception,
    ours: malformed,
    why: 'The official code throws a runtime error. We say which member is wrong.',
  },
  {
    of: ['an address in upper case'],
    official: badSignature,
    ours: valid,
    why: 'The official hashing refuses an address whose case does not match the checksum. The bytes are the same.',
  },
]

/** The row of a mutation on a chain with or without Multicall3. */
export function differenceOf(mutation: string, multicall: boolean): Difference | undefined {
  const rows = differences.filter(({ of }) => of.includes(mutation))
  return (
    (multicall ? undefined : rows.find(({ withoutMulticall }) => withoutMulticall)) ??
    rows.find(({ withoutMulticall }) => !withoutMulticall)
  )
}
