import type { Hono } from 'hono'
import { standingHeaders } from '../http/headers.ts'
import { llmsTxt } from './llms-txt.ts'
import { openapi } from './openapi.ts'
import type { ServiceFacts } from './service-facts.ts'

/** The documents by which agents and directories find what is sold. Built once. */
export function discoveryRoutes(app: Hono, facts: ServiceFacts): void {
  serveText(app, '/openapi.json', 'application/json', JSON.stringify(openapi(facts)))
  serveText(app, '/llms.txt', 'text/plain; charset=utf-8', llmsTxt(facts))
}

function serveText(app: Hono, path: string, contentType: string, text: string): void {
  const headers = { ...standingHeaders, 'Content-Type': contentType, 'Cache-Control': 'max-age=300' }
  app.get(path, () => new Response(text, { headers }))
}
