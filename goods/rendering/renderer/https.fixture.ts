import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { selfSigned } from '../../../src/net/certificate.fixture.ts'
import { openBrowserDirectory } from '../installation/browser-directory.ts'
import { findBrowser } from '../installation/find-browser.ts'
import type { OpenRendererSettings } from './open-renderer.ts'
import { directoryHere, openRendering, type Rendering } from './rendering.fixture.ts'
import { unpackBrowser } from '../installation/unpack-browser.ts'

/** The same pages over HTTPS. */
export interface SecureRendering extends Rendering {
  readonly securePort: number
  secureUrl(path: string, host?: string): string
}

/** Names whose certificates the browser must not take. */
const otherCertificates = {
  'unknown.example': selfSigned(['unknown.example']),
  'expired.example': selfSigned(['expired.example'], [-9, -2]),
  'renamed.example': selfSigned(['another.example']),
}

/**
 * A real browser that takes one certificate of the test. The certificate's key is named to it by a script, which starts it with one
 * argument more: nothing in the service can do that.
 */
export async function openSecureRendering(settings: Partial<OpenRendererSettings> = {}): Promise<SecureRendering> {
  const trusted = selfSigned(['site.example', 'other.example'])
  const contexts = new Map(Object.entries(otherCertificates).map(([name, pair]) => [name, createSecureContext(pair)]))
  let answer: Parameters<typeof createServer>[1]
  const server = createServer(
    { ...trusted, requestCert: true, rejectUnauthorized: false, SNICallback: (name, done) => done(null, contexts.get(name)) },
    (request, response) => answer?.(request, response),
  )
  // A browser that does not take a certificate breaks off.
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: securePort } = server.address() as AddressInfo
  const path = await browserThatTakes(trusted.cert)
  const rendering = await openRendering({ ...settings, path }, { endpoints: [`127.0.0.1:${securePort}`] })
  answer = rendering.answer
  return {
    ...rendering,
    securePort,
    secureUrl: (page, host = 'site.example') => `https://${host}:${securePort}${page}`,
    async close() {
      await rendering.close()
      await rm(path, { force: true })
      server.close().closeAllConnections()
    },
  }
}

async function browserThatTakes(certificate: string): Promise<string> {
  const binary = await findBrowser(process.env['BROWSER_PATH'] ?? null)
  if (binary === null) throw new Error('there is no browser on this machine')
  const program =
    binary.kind === 'installed' ? binary.path : await unpackBrowser(binary.directory, await openBrowserDirectory(directoryHere))
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  const hash = createHash('sha256').update(key).digest('base64')
  // The browser sees the directory of its program, and no other one of ours.
  const path = join(dirname(program), `takes-a-certificate-${process.pid}.sh`)
  await writeFile(path, `#!/bin/sh\nexec '${program}' '--ignore-certificate-errors-spki-list=${hash}' "$@"\n`)
  await chmod(path, 0o755)
  return path
}
