import type { Config } from '../config/config.ts'
import { installationDirectories } from '../engines/browser/browser-places.ts'
import { openRenderer } from '../engines/browser/open-renderer.ts'
import type { OpenedRenderer } from '../engines/browser/renderer.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'

/**
 * The browser for screenshots and PDFs; null where there is none. With real pages it has to be isolated from the keys and
 * the ledger.
 */
export function openRendering(
  config: Config,
  parts: {
    readonly publicUrl: string
    /** Sites of a sandbox, see `SandboxView`; null where pages are those of the web. */
    readonly standIns: { readonly places?: ReadonlySet<string>; readonly standIns?: ReadonlyMap<string, string> } | null
    readonly clock: Clock
    readonly timers: Timers
    readonly log: Log
    readonly metrics: Metrics
  },
): Promise<OpenedRenderer | null> {
  if (config.browser === 'off') return Promise.resolve(null)
  return openRenderer(
    {
      path: config.browserPath,
      directories: installationDirectories(config.browserDir, config.dataDir),
      requireIsolation: parts.standIns === null,
      maxPages: config.browserPages,
      maxWaiting: config.browserQueue,
      pageMs: config.browserPageSeconds * 1_000,
      maxMemoryBytes: config.browserMemoryMb * 1_000_000,
      idleMs: config.engineIdleSeconds * 1_000,
      contactUrl: parts.publicUrl,
      allowedEndpoints: parts.standIns?.places ?? new Set(),
      standIns: parts.standIns?.standIns ?? new Map(),
    },
    parts,
  )
}
