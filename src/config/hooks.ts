import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** What happens to payments, told to a server of the operator. */
export const hookSettings = {
  hookUrl: {
    name: 'HOOK_URL',
    what: 'An address of yours that is told by POST when a payment was settled, refused, reversed or given back, see [docs/operate/hooks.md](docs/operate/hooks.md). It may be on a private network.',
    parse: format.operatorUrl,
  },
  hookSecrets: {
    name: 'HOOK_SECRET',
    what: 'Secrets that sign these messages, separated by commas: `whsec_` and base64 of 24 to 64 bytes, such as `echo whsec_$(openssl rand -base64 32)`. Each message is signed with all of them. Required with `HOOK_URL`.',
    secret: true,
    parse: format.some(format.webhookSecret),
  },
} as const satisfies Record<string, Setting<unknown>>
