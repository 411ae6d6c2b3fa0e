import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { refusals } from '../../payments/wire/refusals.ts'
import { problemList, type ListedProblem } from '../../shared/problem-list.ts'
import { Problem } from '../../shared/problems.ts'
import { errorsPage } from '../console/pages/errors-page.ts'
import type { PageFacts } from '../console/page-frame.ts'
import { pagePolicy } from '../console/policy.ts'
import { wantsPage } from '../console/wants-page.ts'
import { documentTypeAsked } from '../http/accept-document.ts'
import { commonHeaders } from '../http/headers.ts'
import { refusalResponse } from '../http/respond.ts'

/** What a code means: those of problems, and the reasons for which a payment is refused with a 402. */
type Explained = Pick<ListedProblem, 'code' | 'status' | 'title' | 'fix' | 'retryable'>

const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * `/errors`: all codes; `/errors/{code}`: what one means and how to mend it. A page for people, JSON or Markdown for callers whose Accept
 * header asks for it, and plain HTML, which is short, for those who take anything.
 */
export function errorsRoutes(app: Hono, offers: Parameters<typeof problemList>[0], facts: PageFacts): void {
  const all = new Map(explainedErrors(offers).map((one) => [one.code, one]))
  app.get('/errors', (context) => answer(context, [...all.values()], 'Errors', facts))
  app.get('/errors/:code', (context) => {
    const one = all.get(context.req.param('code'))
    return one
      ? answer(context, [one], one.code, facts)
      : refusalResponse(new Problem('not_found', 'There is no such code; /errors lists them.'))
  })
}

function explainedErrors(offers: Parameters<typeof problemList>[0]): readonly Explained[] {
  const refused = Object.entries(refusals).map(([code, { title, fix }]) => ({ code, status: 402, title, fix, retryable: false }))
  return [...problemList(offers).map(({ code, status, title, fix, retryable }) => ({ code, status, title, fix, retryable })), ...refused]
}

function answer(context: Context, explained: readonly Explained[], heading: string, facts: PageFacts): Response {
  const accept = context.req.raw.headers.get('accept')
  const [one] = explained
  if (documentTypeAsked(accept, 'application/json', 'text/html')) {
    return respond('application/json', JSON.stringify(explained.length === 1 ? one : { errors: explained }))
  }
  if (documentTypeAsked(accept, 'text/markdown', 'text/html')) return respond('text/markdown; charset=utf-8', markdown(explained))
  if (!wantsPage(accept)) return respond('text/html; charset=utf-8', page(explained, heading))
  return respond('text/html; charset=utf-8', errorsPage(explained, facts), pagePolicy(facts.publicUrl))
}

function markdown(explained: readonly Explained[]): string {
  return explained.map(({ code, status, title, fix }) => `## ${code}\n\n${status}, ${title}. ${fix}\n`).join('\n')
}

function page(explained: readonly Explained[], heading: string): string {
  const text = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${heading}</title>
      </head>
      <body>
        <h1>${heading}</h1>
        ${explained.map(
          ({ code, status, title, fix, retryable }) =>
            html`<h2 id="${code}"><code>${code}</code></h2>
              <p>Status ${status}. ${title}.</p>
              <p>${fix}</p>
              ${retryable ? html`<p>The same request may succeed later.</p>` : ''}`,
        )}
      </body>
    </html> `
  // The result is a string object, not a promise, because nothing in the template is asynchronous.
  return (text as HtmlEscapedString).toString()
}

function respond(contentType: string, body: string, csp = policy): Response {
  return new Response(body, {
    headers: {
      ...commonHeaders,
      'Content-Type': contentType,
      'Cache-Control': 'max-age=300',
      Vary: 'Accept',
      'Content-Security-Policy': csp,
      'X-Frame-Options': 'DENY',
    },
  })
}
