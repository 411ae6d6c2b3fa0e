import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** The identity of the operator, with its proofs. */
export const identitySettings = {
  contacts: {
    name: 'CONTACT',
    what: 'Where people reach you about this service: e-mail addresses or https addresses, the first choice first, separated by commas. They appear in `/openapi.json` and `/.well-known/security.txt`.',
    default: { sandbox: 'operator@sandbox.localhost', live: '' },
    parse: format.list(format.contact),
  },
  serviceName: {
    name: 'SERVICE_NAME',
    what: 'What the service is called on its pages and in its documents. It counts for more than the name in a file of offers. Without both it is called Farthing.',
    parse: format.line,
  },
  serviceDescription: {
    name: 'SERVICE_DESCRIPTION',
    what: 'What the service is about, in a sentence or two, for the same places. It counts for more than the description in a file of offers.',
    parse: format.line,
  },
  operatorName: {
    name: 'OPERATOR_NAME',
    what: 'Who sells here: the name of a person or a company. With it the service has the pages `/legal/terms`, `/legal/privacy` and `/legal/refunds` ([docs/legal.md](docs/legal.md)).',
    default: { sandbox: 'The operator of this sandbox', live: '' },
    parse: format.line,
  },
  operatorAddress: {
    name: 'OPERATOR_ADDRESS',
    what: 'The postal address of the operator, in one line, for these pages.',
    default: '',
    parse: format.line,
  },
  operatorCountry: {
    name: 'OPERATOR_COUNTRY',
    what: 'The country of the operator, whose law applies, for these pages.',
    default: '',
    parse: format.line,
  },
  ownershipProofs: {
    name: 'OWNERSHIP_PROOFS',
    what: 'EIP-191 signatures of the origin of `PUBLIC_URL` by `PAY_TO`, separated by commas. They show directories that both are yours.',
    default: '',
    parse: format.list(format.signature),
  },
  identities: {
    name: 'AGENT_IDENTITIES',
    what: 'Your entries in ERC-8004 registries, such as `eip155:8453:0x…/12`, separated by commas. `/.well-known/agent-registration.json` lists them, so that each proves the other.',
    default: '',
    parse: format.list(format.agentIdentity),
  },
} as const satisfies Record<string, Setting<unknown>>
