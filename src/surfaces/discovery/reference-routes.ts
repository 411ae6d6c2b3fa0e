import type { Hono } from 'hono'
import { sha256 } from '../../shared/sha256.ts'
import { isScalarInstalled, loadScalar, type ScalarScript } from './load-scalar.ts'
import { referencePage, referencePolicy } from './reference-page.ts'
import { answerWith, type Answering } from './serve-document.ts'
import type { ServiceFacts } from './service-facts.ts'

interface Reference {
  readonly scriptName: string
  readonly page: Answering
  readonly script: Answering
}

interface ScalarParts {
  readonly isInstalled: () => boolean
  readonly load: () => Promise<ScalarScript>
}

const pages = ['/reference', '/reference/']

/**
 * `/reference`: the OpenAPI document for people, and the script that shows it, whose name contains its hash. The first request
 * waits until the script is read. Without it, which is an optional part of an installation, the page leads to the same content as text.
 */
export function referenceRoutes(
  app: Hono,
  facts: ServiceFacts,
  { isInstalled, load }: ScalarParts = { isInstalled: isScalarInstalled, load: loadScalar },
): void {
  if (!isInstalled()) {
    for (const path of pages)
      app.get(path, (context) => context.redirect(`${new URL(facts.publicUrl).pathname.replace(/\/$/, '')}/llms-full.txt`))
    return
  }
  let loading: Promise<Reference> | undefined
  const reference = () => {
    loading ??= load().then(
      (script) => make(facts, script),
      (error: unknown) => {
        // The next request tries again.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  for (const path of pages) app.get(path, async (context) => (await reference()).page(context.req.raw))
  // On a separate path: a pattern next to fixed names would disable the fast router for every route of the service.
  app.get('/reference/script/:name', async (context, next) => {
    const { scriptName, script } = await reference()
    return context.req.param('name') === scriptName ? script(context.req.raw) : next()
  })
}

function make(facts: ServiceFacts, { script, packed }: ScalarScript): Reference {
  const scriptName = `scalar-${sha256(packed).slice(0, 16)}.js`
  return {
    scriptName,
    page: answerWith({
      contentType: 'text/html; charset=utf-8',
      body: referencePage(facts, scriptName),
      headers: { 'Content-Security-Policy': referencePolicy(facts.publicUrl), 'X-Frame-Options': 'DENY' },
    }),
    script: answerWith({ contentType: 'text/javascript; charset=utf-8', body: script, packed, immutable: true }),
  }
}
