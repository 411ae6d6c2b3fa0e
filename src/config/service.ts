import { logLevels } from '../ops/logger.ts'
import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'
import { modes } from '../shared/mode.ts'

/** Where and how the process runs, and its addresses. */
export const serviceSettings = {
  mode: {
    name: 'MODE',
    what: '`sandbox` starts local chains and simulated sources, and takes no real money; `live` takes real money.',
    default: 'sandbox',
    parse: format.oneOf(...modes),
  },
  port: { name: 'PORT', what: 'TCP port; 0 picks a free one.', default: '4020', parse: format.integer(0, 65_535) },
  host: {
    name: 'HOST',
    what: 'Address to listen on. Set `0.0.0.0` to accept connections from other machines.',
    default: '127.0.0.1',
    parse: format.text,
  },
  workers: {
    name: 'WORKERS',
    what: 'Processes of the service on one port; more than one needs `DATABASE_URL`. Each has its own directory in `DATA_DIR`.',
    default: '1',
    parse: format.integer(1, 64),
  },
  dataDir: {
    name: 'DATA_DIR',
    what: 'Directory of the database and of stored answers; with `DATABASE_URL`, of data that the process can rebuild. One process owns it at a time.',
    default: './data',
    parse: format.text,
  },
  goods: {
    name: 'GOODS',
    what: 'What is sold: names of lines that come with the service (`market,text`), `all` of them, and files with lines of your own (`./tides.ts`), separated by commas. [docs/api.md](docs/api.md) shows how to write one. Unless set: `all`, and nothing but that file with `OFFERS_FILE`.',
    parse: format.list(format.text),
  },
  offersFile: {
    name: 'OFFERS_FILE',
    what: 'YAML or JSON file that sells HTTP APIs of yours or of others, see [docs/sell-your-own.md](docs/sell-your-own.md). Read again when it changes.',
    parse: format.text,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    what: 'Log level on stderr: debug, info, warn, error or silent. Unless set: warn on a terminal, otherwise info.',
    parse: format.oneOf(...logLevels),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    what: 'The base URL under which clients reach the service; every 402 and receipt contains it.',
    only: 'live',
    required: 'live',
    parse: format.publicUrl,
  },
} as const satisfies Record<string, Setting<unknown>>
