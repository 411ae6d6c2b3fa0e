import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDevtoolsPipe, type DevtoolsPipe, type DevtoolsSession } from '../../goods/rendering/process/devtools-pipe.ts'
import { findBrowser } from '../../goods/rendering/installation/find-browser.ts'
import { unpackBrowser } from '../../goods/rendering/installation/unpack-browser.ts'

/** A real Chromium, for pages of ours on this machine. The renderer's isolation is for pages of strangers. */
export interface Browser {
  open(url: string, view?: View): Promise<Page>
  close(): Promise<void>
}

export interface View {
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
  /** False: scripts do not run. */
  readonly script?: boolean
  /** The processor is slower by this factor. */
  readonly slower?: number
  /** Runs before every script of the page. */
  readonly before?: string
  /** What the page may ask of the test: `await ask(text)`. */
  readonly answer?: (text: string) => Promise<string>
}

export interface Page {
  /** The value of an expression in the page. */
  run<T>(expression: string): Promise<T>
  /** Waits until an expression in the page is true. */
  until(expression: string): Promise<void>
  /** Makes the window as wide as this, and the theme light or dark. */
  look(view: Pick<View, 'width' | 'height' | 'dark'>): Promise<void>
  /** Slows the processor by this factor. */
  slow(factor: number): Promise<void>
  press(key: string, modifiers?: number): Promise<void>
  /** Presses Tab until the focus is on this element, and visible. */
  tabTo(selector: string): Promise<void>
  type(text: string): Promise<void>
  picture(whole?: boolean): Promise<Buffer>
  /** Errors of scripts and of the policy, and requests to other hosts. */
  readonly faults: string[]
  close(): Promise<void>
}

const found = await findBrowser(process.env['BROWSER_PATH'] ?? null)
export const browserHere = found !== null
if (!browserHere) console.warn('There is no browser on this machine: the tests of the pages are left out. See goods/rendering/README.md.')

const patienceMs = 60_000
const maxTabs = 200

export async function startBrowser(): Promise<Browser> {
  if (found === null) throw new Error('there is no browser on this machine')
  const home = await mkdtemp(join(tmpdir(), 'farthing-pages-'))
  const program =
    found.kind === 'installed'
      ? found.path
      : await unpackBrowser(found.directory, join(tmpdir(), `farthing-browser-${process.getuid?.() ?? 0}`))
  const child = spawn(program, [...options, `--user-data-dir=${join(home, 'profile')}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const pipe = openDevtoolsPipe(child.stdio[3] as Writable, child.stdio[4] as Readable)
  await pipe.send('Browser.getVersion')
  return {
    open: (url, view = {}) => openPage(pipe, url, view),
    async close() {
      pipe.close()
      const exited = once(child, 'exit')
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await exited
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const options = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-sandbox',
  '--no-first-run',
  '--disable-gpu',
  '--hide-scrollbars',
  '--lang=en-US',
  '--force-color-profile=srgb',
]

async function openPage(pipe: DevtoolsPipe, url: string, view: View): Promise<Page> {
  const { script = true, slower = 1, before, answer } = view
  const { browserContextId } = await pipe.send('Target.createBrowserContext')
  const { targetId } = await pipe.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await pipe.send('Target.attachToTarget', { targetId, flatten: true })
  const session = pipe.session(sessionId as string)
  const faults: string[] = []
  watch(session, faults, new URL(url).origin)
  for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await session.send(`${domain}.enable`)
  await look(session, view)
  if (!script) await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  if (slower > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  if (answer !== undefined) await answerPage(session, answer)
  if (before !== undefined) await session.send('Page.addScriptToEvaluateOnNewDocument', { source: before })
  const page = pageOf(session, faults, async () => void (await pipe.send('Target.disposeBrowserContext', { browserContextId })))
  const loaded = new Promise<void>((resolve) => session.on('Page.loadEventFired', () => resolve()))
  await session.send('Page.navigate', { url })
  await loaded
  return page
}

async function look(session: DevtoolsSession, { width = 1_440, height = 900, dark = false }: View): Promise<void> {
  await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
  await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] })
}

/** Gives the page a function `ask`, whose answers are those of the test. */
async function answerPage(session: DevtoolsSession, answer: (text: string) => Promise<string>): Promise<void> {
  await session.send('Runtime.addBinding', { name: 'askTest' })
  session.on('Runtime.bindingCalled', ({ payload }) => {
    const { id, text } = JSON.parse(payload as string) as { readonly id: number; readonly text: string }
    void answer(text).then((told) => session.send('Runtime.evaluate', { expression: `answered[${id}](${JSON.stringify(told)})` }))
  })
  const source =
    'globalThis.answered = []; globalThis.ask = (text) => new Promise((told) => askTest(JSON.stringify({ id: answered.push(told) - 1, text })))'
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source })
}

function watch(session: DevtoolsSession, faults: string[], origin: string): void {
  session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => faults.push(JSON.stringify(exceptionDetails).slice(0, 400)))
  session.on('Log.entryAdded', ({ entry }) => {
    const { level, text, source } = entry as { readonly level: string; readonly text: string; readonly source: string }
    // A 402 is an answer, not a fault.
    if (level === 'error' && source !== 'network') faults.push(text)
  })
  session.on('Network.requestWillBeSent', ({ request }) => {
    const { url } = request as { readonly url: string }
    if (!url.startsWith(`${origin}/`) && !/^(?:data|about):/.test(url)) faults.push(`a request to ${url}`)
  })
}

function pageOf(session: DevtoolsSession, faults: string[], close: () => Promise<void>): Page {
  async function run<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails).slice(0, 600)}`)
    return (result as { readonly value: T }).value
  }
  return {
    run,
    faults,
    close,
    look: (view) => look(session, view),
    slow: async (rate) => void (await session.send('Emulation.setCPUThrottlingRate', { rate })),
    async tabTo(selector) {
      for (let at = 0; at < maxTabs; at += 1) {
        await this.press('Tab')
        if (await run<boolean>(`document.activeElement.matches(${JSON.stringify(`${selector}:focus-visible`)})`)) return
      }
      throw new Error(`the key Tab does not lead to ${selector}`)
    },
    async until(expression) {
      const end = Date.now() + patienceMs
      for (;;) {
        // While another page loads there is none to ask.
        if (await run<boolean>(`Boolean(${expression})`).catch(() => false)) return
        if (Date.now() > end)
          throw new Error(
            `${expression} did not become true; the page says: ${await run<string>('document.body.innerText.slice(0, 2000)')}`,
          )
        await sleep(30)
      }
    },
    async press(key, modifiers = 0) {
      const text = key === 'Enter' ? '\r' : key === ' ' ? ' ' : undefined
      const code = keyCodes[key] ?? key.toUpperCase().charCodeAt(0)
      const one = {
        key,
        code: key.length === 1 && key !== ' ' ? `Key${key.toUpperCase()}` : key === ' ' ? 'Space' : key,
        modifiers,
        windowsVirtualKeyCode: code,
      }
      await session.send('Input.dispatchKeyEvent', {
        type: text === undefined ? 'rawKeyDown' : 'keyDown',
        ...one,
        ...(text === undefined ? {} : { text }),
      })
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...one })
    },
    type: async (text) => void (await session.send('Input.insertText', { text })),
    async picture(whole = true) {
      const { data } = await session.send('Page.captureScreenshot', {
        format: 'png',
        captureBeyondViewport: whole,
        ...(whole ? { clip: await clipOf(run) } : {}),
      })
      return Buffer.from(data as string, 'base64')
    },
  }
}

/** The whole page, up to a height that fits a message of the browser. */
async function clipOf(run: <T>(expression: string) => Promise<T>) {
  const [width, height] = await run<[number, number]>('[document.documentElement.clientWidth, document.documentElement.scrollHeight]')
  return { x: 0, y: 0, width, height: Math.min(height, 5_000), scale: 1 }
}

const keyCodes: Readonly<Record<string, number>> = { Tab: 9, Enter: 13, ' ': 32, ArrowRight: 39, ArrowDown: 40, Escape: 27 }
export const control = 2
