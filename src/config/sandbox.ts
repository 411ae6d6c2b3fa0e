import { failPointNames, type FailPointName } from '../shared/fail-point.ts'
import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'
import { networkList } from './network-files.ts'

/** The world of the sandbox. */
export const sandboxSettings = {
  sandboxSources: {
    name: 'SANDBOX_SOURCES',
    what: '`live` makes answers from the real upstreams, and from the chains of `READ_RPC_URL_…`, by the rules of `MODE=live` for sources; payments stay on the local chains with play money. `stand-ins` simulates the upstreams too.',
    only: 'sandbox',
    default: 'stand-ins',
    parse: format.oneOf('stand-ins', 'live'),
  },
  sandboxDir: {
    name: 'SANDBOX_DIR',
    what: 'Directory of the chains and wallets of the sandbox; default `sandbox` in `DATA_DIR`.',
    only: 'sandbox',
    parse: format.text,
  },
  sandboxWorld: {
    name: 'SANDBOX_WORLD',
    what: 'The `world.json` of a running sandbox to join, instead of starting one.',
    only: 'sandbox',
    parse: format.text,
  },
  sandboxNetworks: {
    name: 'SANDBOX_NETWORKS',
    what: 'The networks whose chains the sandbox starts, instead of all that are known: `base,base-sepolia`. Files are named as in `EXTRA_NETWORKS`.',
    only: 'sandbox',
    parse: networkList,
  },
  sandboxPublic: {
    name: 'SANDBOX_PUBLIC',
    what: '`yes` lets a sandbox listen on more than this machine (`HOST`): anybody who reaches it can take its play money and switch its sources off.',
    only: 'sandbox',
    default: 'no',
    parse: format.oneOf('yes', 'no'),
  },
  sandboxBlockMs: {
    name: 'SANDBOX_BLOCK_MS',
    what: 'Milliseconds between blocks on the chains of the sandbox.',
    only: 'sandbox',
    default: '1000',
    parse: format.integer(10, 60_000),
  },
  sandboxKillAt: {
    name: 'SANDBOX_KILL_AT',
    what: 'For fault tests: the fail point of a payment at which the process kills itself, or `name:n` for the n-th time that it is reached.',
    only: 'sandbox',
    parse: parseKill,
  },
} as const satisfies Record<string, Setting<unknown>>

const parseFailPoint = format.oneOf(...failPointNames)
const parseTimes = format.integer(1, 1_000)

/** `sent`, or `sent:2` for the second time. */
function parseKill(value: string): { readonly moment: FailPointName; readonly times: number } {
  const [moment = '', times = '1', ...rest] = value.split(':')
  return { moment: parseFailPoint(rest.length > 0 ? value : moment), times: parseTimes(times) }
}
