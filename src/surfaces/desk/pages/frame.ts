import { html, nothing, raw, textOf, type Html } from '../../console/html.ts'
import type { Session } from '../door/sessions.ts'
import { deskStyle } from '../desk-style.ts'
import { pageHeaders } from '../headers.ts'

/** What every page of the desk says. */
export interface FrameFacts {
  /** The path of the service's address, for links: empty, or `/prices`. */
  readonly base: string
  readonly name: string
  readonly playMoney: boolean
}

export interface DeskPage {
  readonly title: string
  /** Of the menu's entry that it belongs to. */
  readonly path: string
  readonly main: Html
}

const menu = [
  ['/operator', 'Overview'],
  ['/operator/payments', 'Payments'],
  ['/operator/report', 'Earned'],
  ['/operator/funnel', 'Who came'],
  ['/operator/prices', 'Prices'],
  ['/operator/switches', 'What is sold'],
  ['/operator/notices', 'Notices'],
  ['/operator/audit', 'Audit trail'],
] as const

/** A page in the frame of the desk. @param session null on the page where one signs in */
export function deskPage({ base, name, playMoney }: FrameFacts, session: Session | null, { title, path, main }: DeskPage): string {
  return textOf(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}: ${name}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="${base}/operator/assets/${deskStyle().name}" />
        </head>
        <body class="desk">
          <a class="skip" href="#main">Skip to the content</a>
          <header class="top">
            <div class="wrap">
              <a class="name" href="${base}/operator">${name}: the desk</a>
              ${playMoney ? html`<span class="badge pending">Sandbox: play money</span>` : nothing}
              ${session === null ? nothing : signedIn(base, session, path)}
            </div>
          </header>
          <main id="main" class="wrap">${main}</main>
        </body>
      </html> `,
  )
}

function signedIn(base: string, { operator, formToken }: Session, path: string): Html {
  return html`<nav aria-label="Pages">
      ${menu.map(([to, words]) => html`<a href="${base}${to}" ${path === to ? raw('aria-current="page"') : nothing}>${words}</a>`)}
    </nav>
    <form method="post" action="${base}/operator/sign-out">
      ${formField(formToken)}
      <button type="submit" class="plain">Sign out ${operator.name}</button>
    </form>`
}

/** The field that each form carries. */
export function formField(formToken: string): Html {
  return html`<input type="hidden" name="form-token" value="${formToken}" />`
}

export function pageResponse(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, { status, headers: { ...pageHeaders, ...headers } })
}
