import { html, missing, plain, type Site } from './site.ts'

/** A site to read, as most are: robots, sitemap and a page, and nothing made for agents. */
export const averageSite: Site = {
  host: 'average.example',
  pages: {
    '/': html('<head><title>Average Bakery</title></head><body><h1>Bread</h1></body>'),
    '/robots.txt': plain('User-agent: *\nDisallow: /admin\n'),
    '/sitemap.xml': {
      type: 'text/xml',
      body: '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://average.example/</loc></url></urlset>',
    },
  },
  otherwise: missing,
}

const shell = html('<head><title>App</title></head><body><div id="root"></div><script src="/app.js"></script></body>')

/** Answers every address with the same page and status 200. */
export const singlePageSite: Site = { host: 'single-page.example', pages: {}, otherwise: shell }

const drip = 'x'.repeat(16)

/** Answers with what hurts a reader: endless redirects, huge and compressed bodies, slow drips, deep JSON, patterns that take long. */
export const hostileSite: Site = hostileSiteOf(1)

/** @param share of the size of its large bodies */
export function hostileSiteOf(share: number): Site {
  return {
    host: 'hostile.example',
    pages: {
      '/robots.txt': plain('User-agent: *\nDisallow: /*a*a*a*a*a*a*a*a*a*a*a*b$\nAllow: /\n'),
      '/': html(`<head>${'<script type="application/ld+json">'.repeat(5_000 * share)}</head>`),
      '/llms.txt': plain(`# ${'['.repeat(200_000 * share)}`),
      '/sitemap.xml': { type: 'application/xml', body: `<urlset>${'<loc>'.repeat(40_000 * share)}` },
      '/openapi.json': { type: 'application/json', body: `${'{"a":'.repeat(100_000 * share)}1${'}'.repeat(100_000 * share)}` },
      '/.well-known/agent-card.json': { raw: (request, response) => void response.writeHead(302, { location: request.url ?? '/' }).end() },
      '/.well-known/api-catalog': {
        raw: (_, response) => {
          response.writeHead(200, { 'content-type': 'application/linkset+json' })
          const timer = setInterval(() => response.write(drip), 200)
          response.once('close', () => clearInterval(timer))
        },
      },
      '/.well-known/x402': { raw: (request) => void request.socket.destroy() },
      '/.well-known/oauth-protected-resource': { type: 'application/json', body: `{"resource":"${'x'.repeat(2_000_000 * share)}"}` },
      '/.well-known/http-message-signatures-directory': {
        raw: (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      },
      '/mcp': { raw: (_, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`: ${drip}\n\n`) },
    },
    otherwise: { raw: (_, response) => void response.writeHead(404, { 'x-noise': 'y'.repeat(20_000) }).end() },
  }
}
