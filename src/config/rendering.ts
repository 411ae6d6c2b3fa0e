import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** The browser that renders pages, see docs/rendering.md. */
export const renderingSettings = {
  browser: {
    name: 'BROWSER',
    what: '`off` sells no screenshots and PDFs, and starts no browser.',
    default: 'on',
    parse: format.oneOf('on', 'off'),
  },
  browserPath: {
    name: 'BROWSER_PATH',
    what: 'A Chromium to render pages with; otherwise that of the npm package, or an installed one ([docs/rendering.md](docs/rendering.md)).',
    parse: format.text,
  },
  browserDir: {
    name: 'BROWSER_DIR',
    what: 'Where the browser of the npm package and its fonts are unpacked (270 MB), readable by all; otherwise a directory of this user below the temporary one, `/var/tmp` or `/tmp`, or `browser` in `DATA_DIR`.',
    parse: format.text,
  },
  browserPages: {
    name: 'BROWSER_PAGES',
    what: 'Pages that are rendered at once, each by a browser of its own.',
    default: '2',
    parse: format.integer(1, 32),
  },
  browserQueue: {
    name: 'BROWSER_QUEUE',
    what: 'Calls that may wait for a browser. Others get 503 before their payment is claimed.',
    default: '6',
    parse: format.integer(0, 200),
  },
  browserPageSeconds: {
    name: 'BROWSER_PAGE_SECONDS',
    what: 'How long one page may take.',
    default: '15',
    parse: format.integer(8, 60),
  },
  browserMemoryMb: {
    name: 'BROWSER_MEMORY_MB',
    what: 'Memory that a browser with its page may take; then it is ended.',
    default: '700',
    parse: format.integer(200, 16_384),
  },
} as const satisfies Record<string, Setting<unknown>>
