import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { highestPriceOf } from '../../offers/offer.ts'
import { islandAddress } from '../console/islands-on-disk.ts'
import { signedTerms } from '../console/offer/pay-section.ts'
import { serviceName, type ServiceFacts } from './service-facts.ts'

/**
 * The policy of the reference page: it may run its one script, style itself, and call this service. Requests to other hosts are
 * blocked.
 */
export function referencePolicy(publicUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The script creates styles at run time.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    // When the page is opened under another name, calls still go to the public URL.
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

type ReferenceFacts = Pick<ServiceFacts, 'publicUrl' | 'name' | 'playMoney' | 'payTo' | 'networks' | 'offers'>

/** The page at `/reference`, which shows the OpenAPI document by Scalar. In a sandbox a script of its own pays the test requests with play money. */
export function referencePage({ publicUrl, name, playMoney, payTo, networks, offers }: ReferenceFacts, scriptName: string): string {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '')
  const settings = {
    url: `${base}/reference/openapi.json`,
    documentDownloadType: 'direct',
    defaultOpenAllTags: true,
    hideModels: true,
    // Turns off everything that would call other hosts.
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    externalUrls: { dashboardUrl: publicUrl, registryUrl: publicUrl, proxyUrl: '', apiBaseUrl: publicUrl },
  }
  const paying = playMoney ? islandAddress('reference') : null
  const most = offers.reduce(
    (highest, { access }) => (access.kind === 'free' || highestPriceOf(access) < highest ? highest : highestPriceOf(access)),
    0n,
  )
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${serviceName({ name })}: reference</title>
        <link rel="icon" type="image/svg+xml" href="${base}/favicon.svg" />
      </head>
      <body ${paying === null ? '' : html`data-base="${base}" ${signedTerms({ networks, payTo, most })}`}>
        <noscript> This page needs JavaScript. The same content as text: <a href="${base}/llms-full.txt">/llms-full.txt</a>. </noscript>
        <script id="api-reference" type="application/json" data-configuration="${JSON.stringify(settings)}"></script>
        ${paying === null ? '' : html`<script type="module" src="${base}${paying}"></script>`}
        <script src="${base}/reference/script/${scriptName}"></script>
      </body>
    </html>`
  // The result is a string object, not a promise, because nothing in the template is asynchronous.
  return (page as HtmlEscapedString).toString()
}
