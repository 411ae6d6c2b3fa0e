import { existsSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { nativeSignatures } from '../../chain/recover.ts'
import { printTrialPage } from '../../engines/browser/trial-page.ts'
import { readModels } from '../../engines/models/load-encoders.ts'
import { modelDirectory } from '../../engines/models/model-directory.ts'
import { ModelFault } from '../../engines/models/model-fault.ts'
import { findingsOf, type Finding } from '../../operate/doctor/finding.ts'
import type { Timers } from '../../shared/clock.ts'
import { systemClock } from '../../ops/system.ts'
import { isInstalled } from '../../shared/is-installed.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { openRendering } from '../open-rendering.ts'
import { createWarningLog } from './warning-log.ts'

const browser = findingsOf('browser')
const models = findingsOf('models')
const machine = findingsOf('machine')

/** Whether pages can be rendered in the locked-down browser, by printing one. */
export async function checkBrowser(
  config: Config,
  { timers, signal }: { readonly timers: Timers; readonly signal: AbortSignal },
): Promise<readonly Finding[]> {
  if (config.browser === 'off') return [browser.ok('it is switched off (BROWSER=off): no screenshots and PDFs are sold')]
  const log = createWarningLog()
  // In live mode something has to keep the browser from the keys; stand-ins are trusted.
  const standIns = config.mode === 'sandbox' && config.sandboxSources !== 'live' ? {} : null
  const renderer = await openRendering(config, {
    publicUrl: config.publicUrl ?? 'http://127.0.0.1',
    standIns,
    clock: systemClock,
    timers,
    log,
    metrics: silentMetrics,
  })
  if (renderer === null) {
    const [why = 'there is no browser', ...fixes] = (log.warnings[0] ?? '').split(': ')
    const fix = fixes.join(': ') || 'set BROWSER_PATH to a Chromium'
    return [browser.fault(why, `${fix}; or set BROWSER=off`, config.browserPath === null ? null : 'BROWSER_PATH')]
  }
  try {
    await printTrialPage(renderer.pdf, signal)
    return [
      ...log.warnings.map((warning) => browser.warning(warning, 'see docs/rendering.md')),
      browser.ok('it starts locked down and prints a page'),
    ]
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    const fix = 'set BROWSER_PATH to a Chromium that runs here, see docs/rendering.md; or set BROWSER=off'
    return [browser.fault(`it does not print a page: ${reason}`, fix)]
  } finally {
    await renderer.close()
  }
}

/** Whether the models of the text tools are complete and unchanged, and what translates is there. */
export async function checkModels(
  config: Pick<Config, 'textTools' | 'apertiumDir'>,
  { directory = modelDirectory }: { readonly directory?: string } = {},
): Promise<readonly Finding[]> {
  if (config.textTools === 'off') return [models.ok('the text tools are switched off (TEXT_TOOLS=off)')]
  if (!isInstalled('onnxruntime-node')) {
    return [models.fault('the package that runs models is not installed', 'npm install onnxruntime-node, or set TEXT_TOOLS=off')]
  }
  try {
    const { files, manifest } = await readModels(directory)
    const found = [models.ok(`${files.size} files of version ${manifest.version} have the right checksums`)]
    if (existsSync(config.apertiumDir)) return found
    return [...found, models.ok(`no translation is sold: there is no Apertium in ${config.apertiumDir} (APERTIUM_DIR)`)]
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    const fix = `restore the directory ${directory} from the release, or set TEXT_TOOLS=off: until then no text tool is sold`
    return [models.fault(error.message, fix)]
  }
}

/** What this machine lacks. */
export function checkMachine(): readonly Finding[] {
  if (nativeSignatures) return [machine.ok('signatures are checked by native code')]
  return [
    machine.warning(
      'the native binding of secp256k1 is missing: signatures are checked about 28 times slower',
      'install the package secp256k1 with its binary for this machine, or use Linux on x64',
    ),
  ]
}
