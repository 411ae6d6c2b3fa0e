import type { LineParts } from '../../src/goods/kit/parts.ts'
import { installationDirectories } from './installation/browser-places.ts'
import { openRenderer } from './renderer/open-renderer.ts'
import type { OpenedRenderer } from './renderer/renderer.ts'
import type { RenderingSettings } from './settings.ts'

/** What the browser is opened with. */
export type RenderingParts = Pick<LineParts, 'publicUrl' | 'sandboxSites' | 'machine' | 'clock' | 'timers' | 'log' | 'metrics'>

/**
 * The browser for screenshots and PDFs; null where there is none. With real pages it has to be isolated from the keys and
 * the ledger.
 */
export function openRendering(settings: RenderingSettings, parts: RenderingParts): Promise<OpenedRenderer | null> {
  const { clock, timers, log, metrics } = parts
  if (settings.browser === 'off') return Promise.resolve(null)
  return openRenderer(
    {
      path: settings.browserPath,
      directories: installationDirectories(settings.browserDir, parts.machine.dataDir),
      requireIsolation: parts.sandboxSites === null,
      maxPages: settings.browserPages,
      maxWaiting: settings.browserQueue,
      pageMs: settings.browserPageSeconds * 1_000,
      maxMemoryBytes: settings.browserMemoryMb * 1_000_000,
      idleMs: parts.machine.idleMs,
      contactUrl: parts.publicUrl,
      allowedEndpoints: parts.sandboxSites?.places ?? new Set(),
      standIns: parts.sandboxSites?.standIns ?? new Map(),
    },
    // Only these: what else a line is handed may have the name of one of the browser's own parts.
    { clock, timers, log, metrics },
  )
}
