import type { Hono } from 'hono'
import { pageFactsOf } from '../console/page-facts.ts'
import { pagePolicy } from '../console/policy.ts'
import { answerWith } from '../discovery/serve-document.ts'
import { documentTypeAsked } from '../http/accept-document.ts'
import { legalHtml, legalMarkdown, type LegalDocument } from './legal-document.ts'
import { legalPaths, type LegalFacts } from './legal-facts.ts'
import { privacy } from './privacy.ts'
import { refunds } from './refunds.ts'
import { terms } from './terms.ts'

/** The pages for the law: HTML for people, Markdown for those who ask for it. Without an operator's name there are none. */
export function legalRoutes(app: Hono, facts: LegalFacts | null): void {
  if (facts === null) return
  serve(app, legalPaths.terms, terms(facts), facts)
  serve(app, legalPaths.privacy, privacy(facts), facts)
  serve(app, legalPaths.refunds, refunds(facts), facts)
}

function serve(app: Hono, path: string, document: LegalDocument, { publicUrl, playMoney }: LegalFacts): void {
  const headers = { 'Content-Security-Policy': pagePolicy(publicUrl) }
  const legal = {
    terms: publicUrl + legalPaths.terms,
    privacy: publicUrl + legalPaths.privacy,
    refunds: publicUrl + legalPaths.refunds,
  }
  const body = legalHtml(document, path, pageFactsOf({ publicUrl, playMoney, legal }))
  const page = answerWith({ contentType: 'text/html; charset=utf-8', body, headers, vary: 'Accept' })
  const markdown = answerWith({ contentType: 'text/markdown; charset=utf-8', body: legalMarkdown(document), vary: 'Accept' })
  app.get(path, ({ req: { raw } }) =>
    documentTypeAsked(raw.headers.get('accept'), 'text/markdown', 'text/html') ? markdown(raw) : page(raw),
  )
}
