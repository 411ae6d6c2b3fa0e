import type { RequestListener, ServerResponse } from 'node:http'

/** A page of the hostile site, and what it does to whoever shows it. */
export interface HostilePage {
  readonly path: string
  readonly does: string
  answer(response: ServerResponse, url: URL): void
}

const pieceBytes = 65_536
const dripMs = 200

const html = (path: string, does: string, body: string): HostilePage => ({
  path,
  does,
  answer: (response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><title>Hostile</title>${body}`),
})

/** Everything that a page may do to a browser, each on a page of its own. */
export const hostilePages: readonly HostilePage[] = [
  {
    path: '/redirects',
    does: 'redirects without an end',
    answer: (response, url) => void response.writeHead(302, { location: `/redirects?${Number(url.search.slice(1)) + 1}` }).end(),
  },
  {
    path: '/huge',
    does: 'sends a body without an end',
    answer(response) {
      response.writeHead(200, { 'content-type': 'text/html' })
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(pieceBytes, 'x')));
      }
      response.on('drain', more)
      more()
    },
  },
  {
    path: '/drip',
    does: 'sends a byte now and then, without an end',
    answer(response) {
      response.writeHead(200, { 'content-type': 'text/html' })
      const timer = setInterval(() => response.write('x'), dripMs)
      response.on('close', () => clearInterval(timer))
    },
  },
  { path: '/silence', does: 'never answers', answer: () => {} },
  html(
    '/frames',
    'opens frames of itself without an end',
    '<p>frames</p><iframe src="/frames?a"></iframe><iframe src="/frames?b"></iframe>',
  ),
  html(
    '/frames-by-script',
    'opens frames by script without an end',
    '<script>setInterval(() => document.body.append(Object.assign(document.createElement("iframe"), { src: "/frames-by-script?" + Math.random() })), 5)</script>',
  ),
  html('/alerts', 'shows dialogs without an end', '<script>for (;;) { alert(1); confirm(2); prompt(3) }</script>'),
  html('/print', 'prints without an end', '<script>setInterval(() => print(), 1)</script><p>print</p>'),
  html('/leave', 'asks to stay when it is left', '<script>onbeforeunload = () => "stay"; location = "/leave?" + Date.now()</script>'),
  html('/loop', 'runs a script without an end', '<script>for (;;);</script>'),
  html(
    '/memory',
    'takes memory without an end',
    '<script>const all = []; setInterval(() => { for (let i = 0; i < 20; i++) all.push(new Uint8Array(8e6).fill(1)) }, 1)</script>',
  ),
  html(
    '/nodes',
    'adds elements without an end',
    '<body><script>setInterval(() => { for (let i = 0; i < 5000; i++) document.body.append(document.createElement("p")) }, 1)</script>',
  ),
  html('/tall', 'is millions of pixels tall', '<div style="height:30000000px;background:linear-gradient(red,blue)"></div>'),
  html(
    '/requests',
    'asks for pictures without an end',
    '<script>setInterval(() => { new Image().src = "/nothing?" + Math.random() }, 1)</script>',
  ),
  html('/reload', 'reloads itself without an end', '<script>location.replace("/reload?" + Math.random())</script>'),
  html('/windows', 'opens windows without an end', '<script>setInterval(() => window.open("/windows?" + Math.random()), 1)</script>'),
  html(
    '/workers',
    'starts workers without an end',
    '<script>setInterval(() => new Worker(URL.createObjectURL(new Blob(["for (;;);"]))), 5)</script>',
  ),
  html(
    '/history',
    'fills the history',
    '<script>setInterval(() => { for (let i = 0; i < 50; i++) history.pushState(i, "", "/history?" + Math.random()) }, 1)</script>',
  ),
  html('/deep', 'nests elements deeply', `<div>${'<b><i>'.repeat(50_000)}deep</div>`),
  {
    path: '/download',
    does: 'is a download',
    answer: (response) =>
      void response
        .writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename=x' })
        .end('x'),
  },
  {
    path: '/headers',
    does: 'sends headers without an end',
    answer: (response) =>
      void response
        .writeHead(200, Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`x-${index}`, 'y'.repeat(100)])))
        .end('x'),
  },
  {
    path: '/broken',
    does: 'breaks off',
    answer(response) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' }).write('<p>half')
      response.destroy()
    },
  },
  { path: '/empty', does: 'has no content', answer: (response) => void response.writeHead(204).end() },
  html(
    '/private',
    'asks for private addresses',
    ['127.0.0.1', '[::1]', '10.0.0.1', '192.168.0.1', '169.254.169.254', '0', '2130706433', 'localhost', 'metadata.google.internal']
      .map((host) => `<img src="http://${host}/"><iframe src="https://${host}/"></iframe>`)
      .join(''),
  ),
]

/** Answers the requests of the hostile site; 404 for what it does not have. */
export const hostileSite: RequestListener = (request, response) => {
  const url = new URL(request.url ?? '/', 'http://hostile.example')
  const page = hostilePages.find(({ path }) => path === url.pathname)
  if (page) page.answer(response, url)
  else response.writeHead(404).end()
}
