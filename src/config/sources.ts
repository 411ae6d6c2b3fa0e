import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'
import { readSourceNames } from '../ops/source-names-file.ts'

/** The data sources. */
export const sourceSettings = {
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
  ipfsGateway: {
    name: 'IPFS_GATEWAY',
    what: 'Gateway through which `ipfs://` addresses of agents are read, such as `https://ipfs.example`; without one they are refused. It may be on a private network.',
    parse: format.ipfsGateway,
  },
} as const satisfies Record<string, Setting<unknown>>
