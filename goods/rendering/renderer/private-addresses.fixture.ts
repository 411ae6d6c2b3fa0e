/** Spellings of private addresses that a page may fetch, and how the proxy is asked for them. `PORT` is the victim's. */
export const spellings: readonly { readonly url: string; readonly refused: string; readonly reason: string }[] = [
  { url: 'http://127.0.0.1:PORT/', refused: '127.0.0.1:PORT', reason: 'address' },
  { url: 'http://127.0.0.2:PORT/', refused: '127.0.0.2:PORT', reason: 'address' },
  { url: 'http://0x7f000003:PORT/', refused: '127.0.0.3:PORT', reason: 'address' },
  { url: 'http://2130706436:PORT/', refused: '127.0.0.4:PORT', reason: 'address' },
  { url: 'http://0177.0.0.05:PORT/', refused: '127.0.0.5:PORT', reason: 'address' },
  { url: 'http://127.6:PORT/', refused: '127.0.0.6:PORT', reason: 'address' },
  { url: 'http://0:PORT/', refused: '0.0.0.0:PORT', reason: 'address' },
  { url: 'http://１２７.0.0.8:PORT/', refused: '127.0.0.8:PORT', reason: 'address' },
  { url: 'http://127%2e0.0.9:PORT/', refused: '127.0.0.9:PORT', reason: 'address' },
  { url: 'http://[::1]:PORT/', refused: '[::1]:PORT', reason: 'address' },
  { url: 'http://[::ffff:127.0.0.1]:PORT/', refused: '[::ffff:7f00:1]:PORT', reason: 'address' },
  { url: 'http://[64:ff9b::7f00:1]:PORT/', refused: '[64:ff9b::7f00:1]:PORT', reason: 'address' },
  { url: 'http://[fd00::1]:PORT/', refused: '[fd00::1]:PORT', reason: 'address' },
  { url: 'http://[fe80::1]:PORT/', refused: '[fe80::1]:PORT', reason: 'address' },
  { url: 'http://169.254.169.254/latest/meta-data/', refused: '169.254.169.254', reason: 'address' },
  { url: 'http://10.0.0.1/', refused: '10.0.0.1', reason: 'address' },
  { url: 'http://172.16.0.1/', refused: '172.16.0.1', reason: 'address' },
  { url: 'http://192.168.0.1/', refused: '192.168.0.1', reason: 'address' },
  { url: 'http://100.64.0.1/', refused: '100.64.0.1', reason: 'address' },
  { url: 'https://127.0.0.11/', refused: '127.0.0.11:443', reason: 'address' },
  { url: 'https://10.0.0.2/', refused: '10.0.0.2:443', reason: 'address' },
  { url: 'https://[::1]/', refused: '[::1]:443', reason: 'address' },
  { url: 'https://site.example:8443/', refused: 'site.example:8443', reason: 'port' },
  { url: 'http://site.example:8080/', refused: 'site.example:8080', reason: 'port' },
]

interface Target {
  readonly url: string
  readonly hostPort: string
  /** A path of the page's own site that redirects to the target. */
  readonly redirect: string
  readonly index: number
}

/** A way by which a page asks for an address. */
export interface WayInPage {
  readonly name: string
  /** In a frame of its own, since it leaves the page. */
  readonly framed?: true
  /** The browser refuses what it never asks the proxy for. */
  readonly refusedBy: 'the proxy' | 'the browser'
  markup(target: Target): string
}

const proxy = (name: string, markup: WayInPage['markup']): WayInPage => ({ name, refusedBy: 'the proxy', markup })
const framed = (name: string, markup: WayInPage['markup']): WayInPage => ({ name, refusedBy: 'the proxy', framed: true, markup })
const browser = (name: string, markup: WayInPage['markup']): WayInPage => ({ name, refusedBy: 'the browser', markup })
const script = (code: string) => `<script>(() => { ${code} })()</script>`

export const waysInPages: readonly WayInPage[] = [
  proxy('a picture', ({ url }) => `<img src="${url}">`),
  browser('a picture with a user and a password', ({ hostPort }) => `<img src="http://user:password@${hostPort}/">`),
  proxy('a picture in a srcset', ({ url }) => `<img srcset="${url} 1x">`),
  proxy('a picture of an SVG', ({ url }) => `<svg><image href="${url}"/></svg>`),
  proxy('an image button', ({ url }) => `<form><input type="image" src="${url}"></form>`),
  proxy('a script', ({ url }) => `<script src="${url}"></script>`),
  proxy('a module', ({ url }) => `<script type="module" src="${url}"></script>`),
  proxy('a dynamic import', ({ url }) => script(`import('${url}').catch(() => {})`)),
  proxy('a style sheet', ({ url }) => `<link rel="stylesheet" href="${url}">`),
  proxy('an import of a style sheet', ({ url }) => `<style>@import url('${url}');</style>`),
  proxy('a background', ({ url }) => `<div style="width:9px;height:9px;background:url('${url}')"></div>`),
  proxy(
    'a font',
    ({ url, index }) => `<style>@font-face{font-family:f${index};src:url('${url}')}</style><p style="font-family:f${index}">x</p>`,
  ),
  proxy('a frame', ({ url }) => `<iframe src="${url}"></iframe>`),
  proxy('an object', ({ url }) => `<object data="${url}" type="text/html"></object>`),
  proxy('an embedded page', ({ url }) => `<embed src="${url}" type="text/html">`),
  proxy('a video', ({ url }) => `<video src="${url}" preload="auto"></video>`),
  proxy('a poster of a video', ({ url }) => `<video poster="${url}"></video>`),
  proxy('a sound', ({ url }) => `<audio src="${url}" preload="auto"></audio>`),
  proxy('a preload', ({ url }) => `<link rel="preload" as="image" href="${url}">`),
  proxy('a preloaded module', ({ url }) => `<link rel="modulepreload" href="${url}">`),
  proxy('fetch', ({ url }) => script(`fetch('${url}', { mode: 'no-cors' }).catch(() => {})`)),
  proxy('fetch with keepalive', ({ url }) => script(`fetch('${url}', { mode: 'no-cors', keepalive: true }).catch(() => {})`)),
  proxy('fetch with POST', ({ url }) => script(`fetch('${url}', { mode: 'no-cors', method: 'POST', body: 'x' }).catch(() => {})`)),
  proxy('XMLHttpRequest', ({ url }) => script(`const x = new XMLHttpRequest(); x.open('GET', '${url}'); x.send()`)),
  proxy('a beacon', ({ url }) => script(`navigator.sendBeacon('${url}', 'x')`)),
  proxy('an event source', ({ url }) => script(`new EventSource('${url}')`)),
  proxy('a WebSocket', ({ hostPort }) => script(`new WebSocket('ws://${hostPort}/')`)),
  proxy('a WebSocket with TLS', ({ hostPort }) => script(`new WebSocket('wss://${hostPort}/')`)),
  proxy('a worker', ({ url }) =>
    script(`new Worker(URL.createObjectURL(new Blob(["fetch('${url}', { mode: 'no-cors' }).catch(() => {})"])))`),
  ),
  proxy('scripts of a worker', ({ url }) => script(`new Worker(URL.createObjectURL(new Blob(["importScripts('${url}')"])))`)),
  proxy('a redirect of a picture', ({ redirect }) => `<img src="${redirect}">`),
  proxy('a redirect of fetch', ({ redirect }) => script(`fetch('${redirect}').catch(() => {})`)),
  proxy('a redirect of a frame', ({ redirect }) => `<iframe src="${redirect}"></iframe>`),
  proxy('a redirect of a script', ({ redirect }) => `<script src="${redirect}"></script>`),
  proxy('a Refresh header', ({ index }) => `<iframe src="/refresh/${index}"></iframe>`),
  proxy('a Link header', ({ index }) => `<iframe src="/link/${index}"></iframe>`),
  framed('a meta refresh', ({ url }) => `<meta http-equiv="refresh" content="0;url=${url}">`),
  framed('a navigation by script', ({ url }) => script(`location.href = '${url}'`)),
  framed('a form', ({ url }) => `<form id="f" action="${url}"></form>${script(`document.getElementById('f').submit()`)}`),
  framed(
    'a form with POST',
    ({ url }) => `<form id="f" method="post" action="${url}"></form>${script(`document.getElementById('f').submit()`)}`,
  ),
  framed('a base', ({ url }) => `<base href="${url}/"><img src="picture.png">`),
  framed('a link that is clicked', ({ url }) => `<a id="a" href="${url}">x</a>${script(`document.getElementById('a').click()`)}`),
  proxy('a frame of a document in an attribute', ({ url }) => `<iframe srcdoc="<img src='${url}'>"></iframe>`),
  proxy('a frame of a data URL', ({ url }) => `<iframe src="data:text/html,<img src='${url}'>"></iframe>`),
  proxy('an HTTPS request to a port of HTTP', ({ hostPort }) =>
    script(`fetch('https://${hostPort}/', { mode: 'no-cors' }).catch(() => {})`),
  ),
  browser('a download', ({ url }) => `<a id="d" download href="blob:${url}">x</a>${script(`document.getElementById('d').click()`)}`),
  browser('a window', ({ url }) => script(`window.open('${url}')`)),
  browser(
    'a link into a new window',
    ({ url, index }) =>
      `<a id="w${index}" target="_blank" rel="opener" href="${url}">x</a>${script(`document.getElementById('w${index}').dispatchEvent(new MouseEvent('click'))`)}`,
  ),
  browser('a ping of WebRTC', ({ hostPort }) =>
    script(
      `const c = new (window.RTCPeerConnection ?? class { createDataChannel() {} createOffer() { return new Promise(() => {}) } })({ iceServers: [{ urls: 'stun:${hostPort}' }] }); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o))`,
    ),
  ),
  browser('WebTransport', ({ hostPort }) => script(`try { new WebTransport('https://${hostPort}/') } catch {}`)),
  browser('a name that is resolved ahead', ({ hostPort }) => `<link rel="dns-prefetch" href="//${hostPort}">`),
  browser('a service worker', ({ url }) => script(`navigator.serviceWorker?.register('${url}')`)),
  browser('FTP', ({ hostPort }) => `<img src="ftp://${hostPort}/x.png">`),
]

/** Ways of newer or rarer features. */
export const rareWays: readonly WayInPage[] = [
  browser('a connection that is made ahead', ({ url }) => `<link rel="preconnect" href="${url}">`),
  proxy('a page that is fetched ahead', ({ url }) => `<link rel="prefetch" href="${url}">`),
  proxy('a shared worker', ({ url }) =>
    script(`new SharedWorker(URL.createObjectURL(new Blob(["fetch('${url}', { mode: 'no-cors' }).catch(() => {})"])))`),
  ),
  proxy('a cursor', ({ url }) => `<div style="width:9px;height:9px;cursor:url('${url}'),auto"></div>`),
  proxy('a mask', ({ url }) => `<div style="width:9px;height:9px;mask-image:url('${url}')"></div>`),
  proxy(
    'a filter of an SVG',
    ({ url, index }) =>
      `<svg width="9" height="9"><filter id="r${index}"><feImage href="${url}"/></filter><rect width="9" height="9" filter="url(#r${index})"/></svg>`,
  ),
  proxy('content of an element', ({ url, index }) => `<style>#p${index}::before{content:url('${url}')}</style><p id="p${index}">x</p>`),
  proxy('a font by script', ({ url }) => script(`new FontFace('x', "url('${url}')").load().catch(() => {})`)),
  proxy('a module in a worker', ({ url }) =>
    script(`new Worker(URL.createObjectURL(new Blob(["import '${url}'"], { type: 'text/javascript' })), { type: 'module' })`),
  ),
  proxy(
    'a sandboxed frame',
    ({ url }) => `<iframe sandbox="allow-scripts" srcdoc="<script>fetch('${url}', { mode: 'no-cors' })</script>"></iframe>`,
  ),
  proxy('a report of a content security policy', ({ index }) => `<iframe src="/policy/${index}"></iframe>`),
  proxy('a style sheet of an XML document', ({ index }) => `<iframe src="/sheet/${index}"></iframe>`),
  proxy('a redirect of a preflight', ({ redirect }) =>
    script(`fetch('${redirect}', { method: 'PUT', headers: { x: 'y' } }).catch(() => {})`),
  ),
  framed(
    'a form with a target',
    ({ url, index }) =>
      `<iframe name="t${index}"></iframe><form id="f" target="t${index}" action="${url}"></form>${script(`document.getElementById('f').submit()`)}`,
  ),
  framed(
    'an import map',
    ({ url }) => `<script type="importmap">{"imports":{"x":"${url}"}}</script><script type="module">import 'x'</script>`,
  ),
  browser(
    'WebRTC over TCP in a sandboxed frame',
    ({ hostPort }) =>
      `<iframe sandbox="allow-scripts" srcdoc="<script>const c = new RTCPeerConnection({ iceServers: [{ urls: 'turn:${hostPort}?transport=tcp', username: 'u', credential: 'p' }, { urls: 'stun:${hostPort}' }] }); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o))</script>"></iframe>`,
  ),
  browser('rules of speculation', ({ url }) => `<script type="speculationrules">{"prefetch":[{"urls":["${url}"]}]}</script>`),
  browser('an icon', ({ url }) => `<link rel="icon" href="${url}">`),
  browser('a manifest', ({ url }) => `<link rel="manifest" href="${url}">`),
]
