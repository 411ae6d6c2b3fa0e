import { logLevels } from '../ops/logger.ts'
import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** Where and how the process runs, and where it is reached. */
export const serviceSettings = {
  mode: {
    name: 'MODE',
    what: '`sandbox` starts local chains and stand-ins for every source, and takes no real money; `live` takes real money.',
    default: 'sandbox',
    parse: format.oneOf('sandbox', 'live'),
  },
  port: { name: 'PORT', what: 'TCP port; 0 takes a free one.', default: '4020', parse: format.integer(0, 65_535) },
  host: {
    name: 'HOST',
    what: 'Address to listen on. Set `0.0.0.0` to be reached from other machines.',
    default: '127.0.0.1',
    parse: format.text,
  },
  workers: {
    name: 'WORKERS',
    what: 'Processes of the service on one port; more than one only with `DATABASE_URL`. Each has a directory of its own in `DATA_DIR`.',
    default: '1',
    parse: format.integer(1, 64),
  },
  dataDir: {
    name: 'DATA_DIR',
    what: 'Directory of the database and of stored answers; with `DATABASE_URL`, of what the process can find out again. One process owns it at a time.',
    default: './data',
    parse: format.text,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    what: 'What is written to stderr: debug, info, warn, error or silent.',
    default: 'info',
    parse: format.oneOf(...logLevels),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    what: 'The base URL under which clients reach the service; it stands in every 402 and receipt.',
    only: 'live',
    required: 'live',
    parse: format.publicUrl,
  },
} as const satisfies Record<string, Setting<unknown>>
