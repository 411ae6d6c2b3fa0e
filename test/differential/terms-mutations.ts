import { anyAddress, edit, member } from './arbitraries.ts'
import fc from 'fast-check'
import { mutation, type Mutation } from './mutation.ts'

const v1 = { versions: [1] } as const
const v2 = { versions: [2] } as const
const networkMismatch = 'invalid_exact_evm_network_mismatch'
const accepted = (name: string): string => `accepted.${name}`
const others = ['eip155:1', 'eip155:137', 'eip155:84532', 'eip155:999999']
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Mutations of the terms that a payment of version 2 repeats, and of their counterparts in version 1. */
export const termsMutations: readonly Mutation[] = [
  mutation('a network that is not taken', 'terms', networkMismatch, member(accepted('network'), others), v2),
  mutation('a network that is not taken, in version 1', 'terms', networkMismatch, member('network', ['polygon', 'ethereum']), v1),
  mutation(
    'a network that is not an EVM chain',
    'terms',
    null,
    member(accepted('network'), ['base', 'Base', solana, 'eip155:', '', 8453]),
    v2,
  ),
  mutation('an unknown network, in version 1', 'terms', null, member('network', ['base-sepolia', 'somewhere', '', 8453]), v1),
  mutation('a network by another name, in version 1', 'terms', null, member('network', ['Base', 'BASE', 'eip155:8453']), v1),
  mutation('another scheme', 'terms', null, member(accepted('scheme'), ['upto', 'Exact', '', undefined]), v2),
  mutation('another scheme, in version 1', 'terms', null, member('scheme', ['upto', 'Exact', '', undefined]), v1),
  mutation('no accepted terms', 'terms', null, member('accepted', [undefined, null]), v2),
  mutation('accepted terms of another amount', 'terms', null, member(accepted('amount'), ['0', '49999', '50001', '1000000']), v2),
  mutation(
    'accepted terms of another recipient',
    'terms',
    null,
    anyAddress.chain((payTo) => member(accepted('payTo'), [payTo])),
    v2,
  ),
  mutation(
    'accepted terms of another token',
    'terms',
    null,
    anyAddress.chain((asset) => member(accepted('asset'), [asset])),
    v2,
  ),
  mutation('accepted terms of another token name', 'terms', null, member(accepted('extra.name'), ['USD', 'usd coin', '', 1]), v2),
  mutation('accepted terms of another token version', 'terms', null, member(accepted('extra.version'), ['9', '', 2]), v2),
  mutation('accepted terms without the token name', 'terms', null, member(accepted('extra'), [undefined, {}]), v2),
  mutation('accepted terms with more in extra', 'terms', 'valid', member(accepted('extra.memo'), ['hello', { a: 1 }]), v2),
  mutation('accepted terms of another time', 'terms', null, member(accepted('maxTimeoutSeconds'), [60, 301, 3600]), v2),
  mutation('accepted terms with an invalid time', 'terms', null, member(accepted('maxTimeoutSeconds'), ['300', 0, 1.5, undefined]), v2),
  mutation('accepted terms with an additional member', 'terms', null, member(accepted('outputSchema'), [null, {}, 'x']), v2),
  mutation(
    'accepted terms with addresses in lower case',
    'terms',
    null,
    fc.constantFrom('payTo', 'asset').map((name) =>
      edit((payment) => {
        if (payment.accepted) payment.accepted[name] = payment.accepted[name].toLowerCase()
      }),
    ),
    v2,
  ),
]
