import type { DevtoolsSession } from '../process/devtools-pipe.ts'
import type { PageView } from './page-view.ts'

/**
 * Takes from every document, before its own scripts run, what it could hold the page up with (dialogs, printing) and what
 * it could reach the network with beside the proxy (WebRTC), or leave behind (service workers). The proxy and the arguments
 * of the browser hold without this script.
 */
const hardening = `(() => {
  const nothing = () => undefined
  for (const [name, value] of [['alert', nothing], ['confirm', () => false], ['prompt', () => null], ['print', nothing], ['open', () => null]]) {
    Object.defineProperty(window, name, { value, writable: false, configurable: false })
  }
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport']) {
    Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false })
  }
  Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: nothing, configurable: false })
})()`

/** Milliseconds. A timer that runs later is none that a visitor waits for. */
const maxTimerMs = 5_000
const timersKey = "Symbol.for('farthing.timers')"

/**
 * Remembers the timers of every document, so that a page that will send its visitor on is known. Their functions tell it: those that
 * speak of an address or a form, and in a page with few words all of them.
 */
const rememberTimers = `(() => {
  const timers = new Map(), waited = new WeakSet(), words = Function.prototype.toString, now = performance.now.bind(performance)
  for (const [name, repeats] of [['setTimeout', false], ['setInterval', true]]) {
    window[name] = new Proxy(window[name], { apply(target, self, given) {
      const id = Reflect.apply(target, self, given), ms = +given[1] || 0
      if (ms <= ${maxTimerMs}) timers.set(id, { run: given[0], at: now() + ms, repeats })
      if (timers.size > 300) timers.delete(timers.keys().next().value)
      return id
    } })
  }
  for (const name of ['clearTimeout', 'clearInterval']) {
    window[name] = new Proxy(window[name], { apply(target, self, given) { timers.delete(given[0]); return Reflect.apply(target, self, given) } })
  }
  const leads = /location\\s*(?:\\.\\s*\\w+\\s*)?=(?!=)|location\\s*\\.\\s*(?:replace|assign|reload)\\b|\\.(?:submit|requestSubmit|click|navigate)\\s*\\(|history\\s*\\.\\s*(?:back|go|forward)\\b/
  const isBound = /^(?:bound )?(?:reload|replace|assign|submit|requestSubmit|click)$/
  const speaks = (run) => (typeof run === 'function' ? isBound.test(run.name) || leads.test(words.call(run)) : leads.test(String(run)))
  Object.defineProperty(window, ${timersKey}, { value() {
    const sparse = document.images.length + document.querySelectorAll('svg,canvas,video,iframe,object').length < 3 && (document.body?.innerText ?? '').trim().length < 300
    let timerMs = 0
    for (const timer of timers.values()) {
      const { run, at, repeats } = timer, ms = repeats ? ${maxTimerMs} : at - now()
      if (ms <= timerMs) continue
      if (!speaks(run)) {
        // A function that sets itself again and again moves something.
        timer.first ??= sparse && !repeats && !waited.has(run)
        if (typeof run === 'function') waited.add(run)
        if (!timer.first) continue
      }
      timerMs = ms
    }
    return { timerMs, sparse }
  } })
})()`

/** An expression: how long a timer of the document may still take to send its visitor on, and whether the document has few words. */
export const announcedMs = `window[${timersKey}]()`

/** Sets up a fresh page: what it is told of the caller is nothing, and what it sees is the same for all callers. */
export async function hardenPage(session: DevtoolsSession, view: PageView): Promise<void> {
  session.on('Page.javascriptDialogOpening', () => void session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => {}))
  const { width, height, deviceScale, dark, blockedUrls, userAgent } = view
  await Promise.all([
    session.send('Page.enable'),
    session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 }),
    // A network that has nothing but our proxy counts as none, and pages would say that they are offline.
    session.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }),
    session.send('Network.setUserAgentOverride', { userAgent, acceptLanguage: 'en-US,en', platform: 'Linux x86_64' }),
    session.send('Network.setBypassServiceWorker', { bypass: true }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: `${hardening};${rememberTimers}` }),
    session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: deviceScale, mobile: false }),
    session.send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
        // Moving pictures would make two screenshots of one page differ.
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    }),
    session.send('Emulation.setTimezoneOverride', { timezoneId: 'UTC' }),
    ...(blockedUrls.length > 0 ? [session.send('Network.setBlockedURLs', { urls: blockedUrls })] : []),
  ])
}
