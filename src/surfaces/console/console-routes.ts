import { gzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { Problem } from '../../shared/problems.ts'
import { answerWith, serveDocument, type Answering } from '../discovery/serve-document.ts'
import { llmsTxt } from '../discovery/llms-txt.ts'
import { documentTypeAsked } from '../http/accept-document.ts'
import { commonHeaders } from '../http/headers.ts'
import { refusalResponse } from '../http/respond.ts'
import { inTurns } from '../../shared/in-turns.ts'
import { asksForAll, readCatalogQuery, type CatalogQuery } from './home/catalog-query.ts'
import { homePageInSteps, type HomeFacts } from './home/home-page.ts'
import { islandAddress, islandFiles } from './islands-on-disk.ts'
import { addressOfCall } from './offer/fill-call.ts'
import { offerPage } from './offer/offer-page.ts'
import { basePath } from './page-frame.ts'
import { pageHeaders } from './page-response.ts'
import { stylePage } from './pages/style-page.ts'
import { pagePolicy } from './policy.ts'
import { styleSheet } from './style-sheet.ts'

const html = 'text/html; charset=utf-8'

/** The pages for people: what is sold, one page for each offer, and what these load. */
export function consoleRoutes(app: Hono, facts: HomeFacts, pause: () => Promise<void>): void {
  const { publicUrl } = facts
  const links = `<${publicUrl}/.well-known/api-catalog>; rel="api-catalog", <${publicUrl}/openapi.json>; rel="service-desc"`
  const headers = { 'Content-Security-Policy': pagePolicy(publicUrl), 'X-Frame-Options': 'DENY' }
  homeRoute(app, facts, { ...headers, Link: links }, pause)
  offerRoutes(app, facts, headers)
  serveDocument(app, '/style', () => ({ contentType: html, body: stylePage(facts), headers }))
  assetRoutes(app)
}

/** The page for people, or for agents that ask for Markdown what `/llms.txt` says. */
function homeRoute(app: Hono, facts: HomeFacts, headers: Readonly<Record<string, string>>, pause: () => Promise<void>): void {
  const markdown = answerWith({
    contentType: 'text/markdown; charset=utf-8',
    body: llmsTxt(facts),
    headers: { Link: headers['Link'] ?? '' },
    vary: 'Accept',
  })
  let whole: Promise<Answering> | undefined
  const make = (query: CatalogQuery) => inTurns(homePageInSteps(facts, query), pause)
  app.get('/', async ({ req: { raw } }) => {
    if (documentTypeAsked(raw.headers.get('accept'), 'text/markdown', 'text/html')) return markdown(raw)
    const query = readCatalogQuery(new URL(raw.url).searchParams)
    // A search is made for its visitor; the whole page is made once.
    if (!asksForAll(query)) return new Response(await make(query), { headers: { ...pageHeaders(facts.publicUrl), ...headers } })
    whole ??= make(query).then((body) => answerWith({ contentType: html, body, headers, vary: 'Accept' }))
    return (await whole)(raw)
  })
}

function offerRoutes(app: Hono, facts: HomeFacts, headers: Readonly<Record<string, string>>): void {
  const offers = new Map(facts.offers.map((offer) => [offer.id, offer]))
  const pages = new Map<string, Answering>()
  const unknown = () => refusalResponse(new Problem('not_found', 'No offer has this id; / lists them.'))
  app.get('/offers/:id', ({ req }) => {
    const id = req.param('id')
    const offer = offers.get(id)
    if (!offer) return unknown()
    const page = pages.get(id) ?? answerWith({ contentType: html, body: offerPage(offer, facts), headers })
    pages.set(id, page)
    return page(req.raw)
  })
  app.get('/offers/:id/call', ({ req }) => {
    const offer = offers.get(req.param('id'))
    if (!offer) return unknown()
    const address = offer.method === 'GET' ? addressOfCall(offer, new URL(req.url).searchParams) : null
    if (address === null) return refusalResponse(new Problem('invalid_input', 'This form can only call a route by GET, with short values.'))
    return new Response(null, {
      status: 303,
      headers: { ...commonHeaders, Location: basePath(facts.publicUrl) + address, 'Cache-Control': 'no-store' },
    })
  })
}

/** Style and scripts. Their addresses change with their content, so browsers keep them. */
function assetRoutes(app: Hono): void {
  const { css, name } = styleSheet()
  const style = answerWith({ contentType: 'text/css; charset=utf-8', body: css, immutable: true })
  const missing = () => refusalResponse(new Problem('not_found', 'There is nothing at this path.'))
  app.get('/assets/:name', ({ req }) => (req.param('name') === name ? style(req.raw) : missing()))
  const scripts = new Map<string, Answering>()
  app.get('/assets/:version/:name', async ({ req }) => {
    const { name: file, version } = req.param()
    const script = scripts.get(file)
    if (islandAddress('page') !== `/assets/${version}/page.js`) return missing()
    if (script) return script(req.raw)
    const files = await islandFiles()
    const content = Object.hasOwn(files, file) ? files[file] : undefined
    if (content === undefined) return missing()
    const answering = answerWith({
      contentType: 'text/javascript; charset=utf-8',
      body: content,
      packed: gzipSync(content, { level: 9 }),
      immutable: true,
    })
    scripts.set(file, answering)
    return answering(req.raw)
  })
}
