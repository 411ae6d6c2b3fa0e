import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** Settings of `farthing pay`, a client that needs no other setting. */
export const walletSettings = {
  walletKey: {
    name: 'WALLET_KEY',
    what: 'Private key that `farthing pay` and `farthing mcp --wallet` pay with.',
    secret: true,
    parse: format.privateKey,
  },
} as const satisfies Record<string, Setting<unknown>>
