import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** Who the operator is, and what proves it. */
export const identitySettings = {
  contacts: {
    name: 'CONTACT',
    what: 'Where people reach you about this service: e-mail addresses or https addresses, the first choice first, separated by commas. It stands in `/openapi.json` and makes `/.well-known/security.txt`.',
    default: { sandbox: 'operator@sandbox.localhost', live: '' },
    parse: format.list(format.contact),
  },
  ownershipProofs: {
    name: 'OWNERSHIP_PROOFS',
    what: 'EIP-191 signatures of the origin of `PUBLIC_URL` by `PAY_TO`, separated by commas, with which directories see that both are yours.',
    default: '',
    parse: format.list(format.signature),
  },
  identities: {
    name: 'AGENT_IDENTITIES',
    what: 'Your entries in ERC-8004 registries, such as `eip155:8453:0x…/12`, separated by commas: they prove `/.well-known/agent-registration.json`.',
    default: '',
    parse: format.list(format.agentIdentity),
  },
} as const satisfies Record<string, Setting<unknown>>
