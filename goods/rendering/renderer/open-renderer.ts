import type { Log } from '../../../src/goods/kit/parts.ts'
import { findPlaces, NoPlace, type BrowserPlaces } from '../installation/browser-places.ts'
import { browserUser } from '../installation/browser-user.ts'
import { findBrowser, type BrowserBinary } from '../installation/find-browser.ts'
import { createRenderer, type RendererSettings, type RendererParts } from './create-renderer.ts'
import { bytesOfFonts, installFonts } from '../installation/install-fonts.ts'
import { detectIsolation, isIsolated, type Isolation, type IsolationParts } from '../process/isolation.ts'
import { launchBrowser, type BrowserInstallation, type RunningBrowser } from '../process/launch-browser.ts'
import type { OpenedRenderer } from './renderer.ts'
import { removeLeftovers } from '../installation/scratch.ts'
import { bytesOfNode, runnableNode } from '../installation/runnable-node.ts'
import { bytesUnpacked, unpackBrowser } from '../installation/unpack-browser.ts'
import { unpackLibraries } from '../installation/unpack-libraries.ts'

export interface OpenRendererSettings extends RendererSettings {
  /** A browser that the operator names. */
  readonly path: string | null
  /** Where the browser of the npm package and its fonts may be unpacked; the first one that can be used is taken. */
  readonly directories: readonly string[]
  /** Whether rendering is refused where nothing but the browser's own sandbox keeps it from our files. */
  readonly requireIsolation: boolean
}

export interface OpenRendererParts extends Omit<RendererParts, 'launch'> {
  /** Default: what this machine allows. */
  readonly detect?: (parts: IsolationParts) => Promise<Isolation>
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
  const machine = await openMachine(binary, settings, parts)
  if (machine === null) return null
  const isolation = await detect(machine).catch((error: unknown) => {
    log.warn({ err: error, scratch: machine.scratch }, 'what isolates a browser could not be tried: screenshots and PDFs are not sold')
    return null
  })
  if (isolation === null) return null
  if (!isIsolated(isolation)) {
    const words = 'nothing but its own sandbox would keep a broken browser from the keys and the ledger'
    if (settings.requireIsolation) {
      log.warn({}, `${words}: allow user namespaces, or start the service as root; until then screenshots and PDFs are not sold`)
      return null
    }
    log.warn({}, `${words}; that is accepted in the sandbox only`)
  }
  const launch = createLaunch(binary, { ...machine, isolation }, parts)
  if (settings.requireIsolation) warnOfLess(isolation, log)
  const found = binary.kind === 'installed' ? { browser: binary.path } : { browser: 'npm package' }
  const { namespaces, network, user } = isolation
  log.info({ ...found, namespaces, ownNetwork: network, ownUser: user !== null }, 'pages are rendered')
  return createRenderer(settings, { ...parts, launch })
}

/** Where the browser and its helper run. */
interface Machine extends IsolationParts {
  readonly installation: string
}

/** Chooses the directories. Null where there is none; the log says why, and what to do. */
async function openMachine(
  binary: BrowserBinary,
  settings: OpenRendererSettings,
  { log, clock }: Pick<OpenRendererParts, 'log' | 'clock'>,
): Promise<Machine | null> {
  const user = await browserUser()
  const bytesNeeded = async (directory: string) =>
    (await bytesOfFonts(directory)) +
    (await bytesOfNode(user)) +
    (binary.kind === 'packed' ? await bytesUnpacked(binary.directory, directory) : 0)
  try {
    const { installation, scratch, passedOver }: BrowserPlaces = await findPlaces(settings.directories, { user, bytesNeeded })
    await removeLeftovers(scratch, [process.getuid?.() ?? 0, ...(user ? [user.uid] : [])], clock.now())
    if (passedOver.length > 0) log.info({ passedOver, installation, scratch }, 'the browser has other directories than the first choice')
    return { user, installation, scratch, node: await runnableNode(user, installation) }
  } catch (error) {
    const howTo =
      'name a directory with room in BROWSER_DIR, which all may reach and only this user may write to, and a temporary one in TMPDIR'
    // The service sells everything else, whatever is wrong with the directories.
    const why = error instanceof NoPlace ? `, since ${error.message}` : ''
    log.warn(
      why === '' ? { err: error } : {},
      `there is no directory for the browser${why}: ${howTo}; until then screenshots and PDFs are not sold`,
    )
    return null
  }
}

/** Says what a broken browser could do here that it could not do elsewhere. */
function warnOfLess({ namespaces, network }: Isolation, log: Log): void {
  if (!namespaces) {
    const words = 'a browser has a user of its own, and no file system and network of its own'
    log.warn({}, `${words}: allow user namespaces, so that a broken one reaches less (goods/rendering/README.md)`)
  } else if (!network) {
    const words = 'a browser has no network of its own, so a broken one could connect like the service itself'
    log.warn({}, `${words}: install \`ip\` or \`perl\` and allow network namespaces, or use a firewall (goods/rendering/README.md)`)
  }
}

/** Installs what the browser needs once, at the first start of one. */
function createLaunch(
  binary: BrowserBinary,
  { installation: directory, scratch, node, isolation }: Machine & { readonly isolation: Isolation },
  { timers, log }: Omit<RendererParts, 'launch'>,
): () => Promise<RunningBrowser> {
  let installing: Promise<BrowserInstallation> | null = null

  async function install(): Promise<BrowserInstallation> {
    const { config, missing } = await installFonts(directory)
    if (missing.length > 0) log.warn({ missing }, 'fonts are missing: install these npm packages, or such fonts on the machine')
    const path = binary.kind === 'installed' ? binary.path : await unpackBrowser(binary.directory, directory)
    return { path, libraries: null, fontConfig: config, isolation, scratch, node }
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
