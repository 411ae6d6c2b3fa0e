import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'
import { readSourceNames } from '../ops/source-names-file.ts'

/** The fee of the settlement estimate, and the data sources. */
export const sourceSettings = {
  settlementFeeBasisPoints: {
    name: 'SETTLEMENT_FEE_BPS',
    what: 'Fee in the settlement estimate, in basis points.',
    default: '50',
    parse: format.decimal(0, '10000'),
  },
  settlementFixedFeeEur: {
    name: 'SETTLEMENT_FIXED_FEE_EUR',
    what: 'Fixed fee in the settlement estimate, in euro.',
    default: '0.10',
    parse: format.decimal(2, '1000'),
  },
  sourcesAccepted: {
    name: 'SOURCES_ACCEPTED',
    what: 'Sources that allow selling their data only under a contract, and with which you have one, separated by commas.',
    default: '',
    parse: format.list(format.identifier),
  },
  sourcesAcceptedFile: {
    name: 'SOURCES_ACCEPTED_FILE',
    what: 'A file that names further such sources, one a line. It is read again every 15 seconds: a source is switched on or off without a restart.',
    parse: (path: string) => (readSourceNames(path), path),
  },
  sourcesDisabled: {
    name: 'SOURCES_DISABLED',
    what: 'Sources to switch off, separated by commas.',
    default: '',
    parse: format.list(format.identifier),
  },
  coingeckoDemoKey: {
    name: 'COINGECKO_DEMO_KEY',
    what: "Key for CoinGecko's demo plan; without it the keyless limits apply.",
    secret: true,
    parse: format.text,
  },
  nvdKey: {
    name: 'NVD_API_KEY',
    what: 'Key for the National Vulnerability Database: 50 requests in 30 seconds instead of 5.',
    secret: true,
    parse: format.text,
  },
  fredKey: {
    name: 'FRED_API_KEY',
    what: 'Key for the API of the Federal Reserve Bank of St. Louis, free of charge; without it FRED is read from the files behind its graphs.',
    secret: true,
    parse: format.text,
  },
  ipfsGateway: {
    name: 'IPFS_GATEWAY',
    what: 'Gateway through which `ipfs://` addresses of agents are read, such as `https://ipfs.example`; without one they are refused. It may be on a private network.',
    parse: format.ipfsGateway,
  },
} as const satisfies Record<string, Setting<unknown>>
