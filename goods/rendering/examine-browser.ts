import { findingsOf, silentMetrics, type ExaminationParts, type Finding } from '../../src/goods/kit/parts.ts'
import { openRendering } from './open-rendering.ts'
import { printTrialPage } from './renderer/trial-page.ts'
import type { RenderingSettings } from './settings.ts'
import { createWarningLog } from './warning-log.ts'

const browser = findingsOf('browser')

/** Whether pages can be rendered in the locked-down browser, by printing one. */
export async function examineBrowser({
  settings,
  signal,
  ...parts
}: Pick<
  ExaminationParts<RenderingSettings>,
  'settings' | 'publicUrl' | 'sandboxSites' | 'machine' | 'clock' | 'timers' | 'signal'
>): Promise<readonly Finding[]> {
  if (settings.browser === 'off') return [browser.ok('it is switched off (BROWSER=off): no screenshots and PDFs are sold')]
  const log = createWarningLog()
  const renderer = await openRendering(settings, { ...parts, log, metrics: silentMetrics })
  if (renderer === null) {
    const [why = 'there is no browser', ...fixes] = (log.warnings[0] ?? '').split(': ')
    const fix = fixes.join(': ') || 'set BROWSER_PATH to a Chromium'
    return [browser.fault(why, `${fix}; or set BROWSER=off`, settings.browserPath === null ? null : 'BROWSER_PATH')]
  }
  try {
    await printTrialPage(renderer.pdf, signal)
    return [
      ...log.warnings.map((warning) => browser.warning(warning, 'see goods/rendering/README.md')),
      browser.ok('it starts locked down and prints a page'),
    ]
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    const fix = 'set BROWSER_PATH to a Chromium that runs here, see goods/rendering/README.md; or set BROWSER=off'
    return [browser.fault(`it does not print a page: ${reason}`, fix)]
  } finally {
    await renderer.close()
  }
}
