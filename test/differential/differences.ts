import { exception, noMatch, valid, type Verdict } from './side.ts'

/** One kind of payment about which we say other than the official code, on purpose. */
export interface Difference {
  /** Names of twists. */
  readonly of: readonly string[]
  readonly official: Verdict
  readonly ours: Verdict
  readonly why: string
  /** Only on chains where Multicall3 does not stand. */
  readonly withoutMulticall?: true
}

const malformed = 'malformed_payment'
const simulationFailed = 'invalid_exact_evm_transaction_simulation_failed'
const badSignature = 'invalid_exact_evm_signature'
const validBefore = 'invalid_exact_evm_payload_authorization_valid_before'
const mismatch = 'invalid_exact_evm_payload_authorization_value_mismatch'
const notAllowed = 'eip6492_factory_not_allowed'

/**
 * Where the verdict or the reason differs from the official facilitator and server on purpose; everywhere else both are
 * the same. `docs/differences.md` says the same to readers.
 */
export const differences: readonly Difference[] = [
  // Time.
  {
    of: ['a window too near to its end'],
    official: valid,
    ours: validBefore,
    why: 'The window has to cover the run and the settlement; six seconds, as the official code has it, would let work be done that can not be collected any more.',
  },
  {
    of: ['a window of more than an hour'],
    official: valid,
    ours: validBefore,
    why: 'Keys of used authorizations are looked up in a hot table until they expire, so they must expire soon.',
  },
  // Amount.
  {
    of: ['another amount, in version 1'],
    official: 'invalid_exact_evm_authorization_value',
    ours: mismatch,
    why: 'One code for both versions: the one of version 2.',
  },
  // Signatures.
  {
    of: ['s in the upper half'],
    official: simulationFailed,
    ours: badSignature,
    why: 'The token refuses it for its signature, so the reason says so; the official code only learns from a simulation that something fails.',
  },
  {
    of: ['v of 0 or 1'],
    official: simulationFailed,
    ours: valid,
    why: 'Some signers write the recovery id so; it is the same signature, and is settled with 27 or 28.',
  },
  {
    of: ['a wallet with a v of its own in 65 bytes', 'a wallet with 65 bytes whose second half is zero'],
    official: simulationFailed,
    ours: valid,
    why: 'The wallet and the token accept it (Safe signs so, for one); the official code parses it as the signature of a plain account and gives up.',
  },
  {
    of: ['a wallet that says yes in half a word'],
    official: simulationFailed,
    ours: badSignature,
    why: 'The token compares the whole word that ERC-1271 demands, and so do we, at the check of the signature.',
  },
  {
    of: ['a wallet that needs 400,000 gas or more'],
    official: valid,
    ours: badSignature,
    why: 'A wallet is asked under a cap of 400,000 gas: who settles pays for what its check burns.',
  },
  {
    of: ['a wallet that is not deployed, by a factory that is trusted'],
    official: valid,
    ours: notAllowed,
    why: 'The official facilitator can be told to trust factories, and pays for the deployment. We deploy nothing, so no factory is allowed.',
  },
  {
    of: ['a wallet with a wrapper that names no factory'],
    official: badSignature,
    ours: valid,
    why: 'The wallet stands already, so nobody needs the factory; what is inside of the wrapper is its signature.',
  },
  {
    of: ['a wallet with a wrapper that can not be read'],
    official: exception,
    ours: badSignature,
    why: 'Junk is a refusal with a reason, never an error of ours.',
  },
  {
    of: ['a payer on the black list of the token'],
    official: simulationFailed,
    ours: valid,
    why: 'We do not simulate each transfer before the work; just before it is sent it is simulated, the answer is withheld, nothing is charged, and the payer is barred for ten minutes. Nobody gets the money or the answer on either side.',
  },
  {
    of: ['a payer without money', 'a payer who holds too little'],
    withoutMulticall: true,
    official: simulationFailed,
    ours: 'invalid_exact_evm_insufficient_balance',
    why: 'The official code looks for the reason through Multicall3; without it every reason is the same. We read balance and nonce in any case.',
  },
  {
    of: ['a nonce that was used', 'a nonce that was cancelled'],
    withoutMulticall: true,
    official: simulationFailed,
    ours: 'invalid_exact_evm_nonce_already_used',
    why: 'Likewise.',
  },
  // What the client says that it accepted: the official server compares it first, and refuses with one sentence for all.
  {
    of: ['accepted terms of another amount'],
    official: noMatch,
    ours: mismatch,
    why: 'Which of the terms does not match is said, in the words of the facilitator.',
  },
  {
    of: ['accepted terms of another recipient'],
    official: noMatch,
    ours: 'invalid_exact_evm_recipient_mismatch',
    why: 'Likewise.',
  },
  {
    of: ['accepted terms of another token'],
    official: noMatch,
    ours: 'invalid_payment_requirements',
    why: 'Likewise.',
  },
  {
    of: ['accepted terms of another token name'],
    official: noMatch,
    ours: 'invalid_exact_evm_token_name_mismatch',
    why: 'Likewise.',
  },
  {
    of: ['accepted terms of another token version'],
    official: noMatch,
    ours: 'invalid_exact_evm_token_version_mismatch',
    why: 'Likewise.',
  },
  {
    of: [
      'accepted terms without the token name',
      'accepted terms of another time',
      'accepted terms with a member more',
      'accepted terms with addresses in lower case',
    ],
    official: noMatch,
    ours: valid,
    why: 'What was signed is what was asked for. An echo that leaves out or adds what binds nobody is no reason to send a payer away; addresses have no case.',
  },
  {
    of: ['a network by another name, in version 1'],
    official: 'invalid_exact_evm_network_mismatch',
    ours: valid,
    why: 'Older clients write names in their own ways, or ids of version 2; there is no doubt which network is meant.',
  },
  // Form: what is not of the one form that we read is a 400 that names the field, before anything is computed.
  {
    of: ['a number written in another way', 'a Permit2 authorization beside the other one, in version 1', 'a JSON member that comes twice'],
    official: valid,
    ours: malformed,
    why: 'The specification has strings of decimal digits, one authorization, and JSON in which each member comes once: two readers must never read two payments in the same bytes.',
  },
  {
    of: ['a header of more than 8 KB', 'a wallet with a signature of several thousand bytes'],
    official: valid,
    ours: 'header_too_large',
    why: 'A bound on what strangers make us decode.',
  },
  {
    of: ['a network that is no EVM chain', 'a network that nobody knows, in version 1'],
    official: 'invalid_exact_evm_network_mismatch',
    ours: malformed,
    why: 'No setting could make us take it: a 400 that names the field and lists what is read.',
  },
  {
    of: ['another scheme', 'another scheme, in version 1'],
    official: 'invalid_exact_evm_scheme',
    ours: malformed,
    why: 'A payload of another scheme has another form, of which we read nothing.',
  },
  {
    of: ['accepted terms of a time that is none'],
    official: noMatch,
    ours: malformed,
    why: 'The member has the wrong type.',
  },
  {
    of: ['a number out of range', 'an address that is none', 'a nonce that is not 32 bytes', 'a signature that is no hex'],
    official: badSignature,
    ours: malformed,
    why: 'The official code finds out when it hashes or recovers; we say which member is wrong.',
  },
  {
    of: [
      'a number that is none',
      'no signature',
      'no authorization',
      'no payload',
      'no accepted terms',
      'a Permit2 authorization beside the other one',
      'a version that there is not',
      'a payment of version 1 in the header of version 2',
      'a header that is no base64 of an object',
    ],
    official: exception,
    ours: malformed,
    why: 'The official code throws an error of its runtime; we say which member is wrong.',
  },
  {
    of: ['an address in upper case'],
    official: badSignature,
    ours: valid,
    why: 'Its hashing refuses an address whose case is not the checksum; the bytes are the same ones.',
  },
]

/** The row of a twist on a chain with or without Multicall3. */
export function differenceOf(twist: string, multicall: boolean): Difference | undefined {
  const rows = differences.filter(({ of }) => of.includes(twist))
  return (
    (multicall ? undefined : rows.find(({ withoutMulticall }) => withoutMulticall)) ??
    rows.find(({ withoutMulticall }) => !withoutMulticall)
  )
}
