import { styleSheet } from './style-sheet.ts'
import { islandAddress } from './islands-on-disk.ts'
import { html, nothing, raw, textOf, type Html } from './html.ts'

/** What every page says of the service. */
export interface PageFacts {
  readonly name: string
  /** Absolute base address, without a slash at the end. */
  readonly publicUrl: string
  readonly playMoney: boolean
  readonly networks: readonly { readonly id: string; readonly name: string }[]
  /** The explorer of a network by its CAIP-2 id, without a slash at the end. Pages link to it and load nothing from it. */
  readonly explorerOf?: (network: string) => string | undefined
  readonly legal: { readonly terms: string; readonly privacy: string; readonly refunds: string } | null
}

export interface Page {
  readonly title: string
  /** One sentence for directories and search engines. */
  readonly description?: string
  /** Below the service's address: `/status`. It marks the entry of the menu. */
  readonly path: string
  readonly main: Html
  /** More elements of the head. */
  readonly head?: Html
  /** Not for search engines: a receipt, the terms of one call. */
  readonly unlisted?: boolean
  /** Nothing on it can be done, so it loads no script. */
  readonly isPlain?: boolean
}

/** The path of the service's address, for links: empty, or `/prices`. */
export function basePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '')
}

const menu = [
  ['/#catalog', 'Catalog'],
  ['/examples', 'Examples'],
  ['/reference', 'Reference'],
  ['/status', 'Status'],
] as const

/** A whole page, in the frame that all have. */
export function framed(facts: PageFacts, page: Page): string {
  const base = basePath(facts.publicUrl)
  const { title, description, path, main, head = nothing, unlisted = false, isPlain = false } = page
  const script = isPlain ? null : islandAddress('page')
  return textOf(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          ${description === undefined ? nothing : html`<meta name="description" content="${description}" />`}
          ${unlisted ? raw('<meta name="robots" content="noindex" />') : nothing}
          <link rel="icon" type="image/svg+xml" href="${base}/favicon.svg" />
          <link rel="stylesheet" href="${base}/assets/${styleSheet().name}" />
          ${script === null ? nothing : html`<script type="module" src="${base}${script}"></script>`} ${head}
        </head>
        <body data-base="${base}" data-money="${facts.playMoney ? 'play' : 'real'}" ${script === null ? nothing : raw('data-scripts')}>
          <a class="skip" href="#main">Skip to the content</a>
          <header class="top">
            <div class="wrap">
              <a class="name" href="${base}/"><img src="${base}/favicon.svg" alt="" width="24" height="24" />${facts.name}</a>
              ${facts.playMoney ? html`<span class="badge pending">Sandbox: play money</span>` : nothing}
              <nav aria-label="Pages">
                ${menu.map(([to, words]) => html`<a href="${base}${to}" ${path === to ? raw('aria-current="page"') : nothing}>${words}</a>`)}
              </nav>
            </div>
          </header>
          <main id="main" class="wrap">${main}</main>
          ${footer(facts, base)}
        </body>
      </html> `,
  )
}

function footer({ legal }: PageFacts, base: string): Html {
  const documents = [
    ['/llms.txt', 'llms.txt'],
    ['/openapi.json', 'OpenAPI'],
    ['/mcp', 'MCP'],
    ['/.well-known/api-catalog', 'All documents for machines'],
  ] as const
  return html`<footer>
    <div class="wrap">
      ${documents.map(([to, words]) => html`<a href="${base}${to}">${words}</a>`)}
      ${
        legal === null
          ? nothing
          : html`<a href="${legal.terms}">Terms</a> <a href="${legal.privacy}">Privacy</a> <a href="${legal.refunds}">Refunds</a>`
      }
    </div>
  </footer>`
}
