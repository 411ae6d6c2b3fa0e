import type { DevtoolsSession } from './devtools-pipe.ts'
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
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: hardening }),
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
