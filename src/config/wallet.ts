import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** Settings of `farthing pay`, which is a client and needs none of the others. */
export const walletSettings = {
  walletKey: {
    name: 'WALLET_KEY',
    what: 'Private key with which `farthing pay` and `farthing mcp --wallet` pay.',
    secret: true,
    parse: format.privateKey,
  },
} as const satisfies Record<string, Setting<unknown>>
