import type { Hono } from 'hono'
import type { PageFacts } from '../console/page-frame.ts'
import { pagePolicy } from '../console/policy.ts'
import { answerWith } from '../discovery/serve-document.ts'
import { documentTypeAsked } from '../http/accept-document.ts'
import { legalHtml, legalMarkdown, type LegalDocument } from './legal-document.ts'
import { legalPaths, type LegalFacts } from './legal-facts.ts'
import { privacy } from './privacy.ts'
import { refunds } from './refunds.ts'
import { terms } from './terms.ts'

/** The pages for the law: HTML for people, Markdown for those who ask for it. Without an operator's name there are none. */
export function legalRoutes(app: Hono, facts: LegalFacts | null, page: PageFacts): void {
  if (facts === null) return
  serve(app, legalPaths.terms, terms(facts), page)
  serve(app, legalPaths.privacy, privacy(facts), page)
  serve(app, legalPaths.refunds, refunds(facts), page)
}

function serve(app: Hono, path: string, document: LegalDocument, facts: PageFacts): void {
  const headers = { 'Content-Security-Policy': pagePolicy(facts.publicUrl), 'X-Frame-Options': 'DENY' }
  const body = legalHtml(document, path, facts)
  const page = answerWith({ contentType: 'text/html; charset=utf-8', body, headers, vary: 'Accept' })
  const markdown = answerWith({ contentType: 'text/markdown; charset=utf-8', body: legalMarkdown(document), vary: 'Accept' })
  app.get(path, ({ req: { raw } }) =>
    documentTypeAsked(raw.headers.get('accept'), 'text/markdown', 'text/html') ? markdown(raw) : page(raw),
  )
}
