import { format, setting } from '../../src/goods/door.ts'
import type { SettingValues } from '../../src/goods/kit/parts.ts'

/** The browser that renders pages, see goods/rendering/README.md. */
export const renderingSettings = {
  browser: setting('BROWSER', '`off` sells no screenshots and PDFs, and starts no browser.', {
    default: 'on',
    parse: format.oneOf('on', 'off'),
  }),
  browserPath: setting(
    'BROWSER_PATH',
    'A Chromium to render pages with; otherwise that of the npm package, or an installed one ([goods/rendering](goods/rendering/README.md)).',
  ),
  browserDir: setting(
    'BROWSER_DIR',
    'Where the browser of the npm package and its fonts are unpacked (270 MB), readable by all; otherwise a directory of this user below the temporary one, `/var/tmp` or `/tmp`, or `browser` in `DATA_DIR`.',
  ),
  browserPages: setting('BROWSER_PAGES', 'Pages that are rendered at once, each by a browser of its own.', {
    default: '2',
    parse: format.integer(1, 32),
  }),
  browserQueue: setting('BROWSER_QUEUE', 'Calls that may wait for a browser. Others get 503 before their payment is claimed.', {
    default: '6',
    parse: format.integer(0, 200),
  }),
  browserPageSeconds: setting('BROWSER_PAGE_SECONDS', 'How long one page may take.', { default: '15', parse: format.integer(8, 60) }),
  browserMemoryMb: setting('BROWSER_MEMORY_MB', 'Memory that a browser with its page may take; then it is ended.', {
    default: '700',
    parse: format.integer(200, 16_384),
  }),
}

/** Their values. */
export type RenderingSettings = SettingValues<typeof renderingSettings>
