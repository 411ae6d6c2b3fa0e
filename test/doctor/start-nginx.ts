import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProxyName } from '../e2e/reverse-proxy.fixture.ts'

export interface NginxSettings {
  readonly directory: string
  readonly port: number
  /** Where it passes requests to. */
  readonly target: string
  readonly certificate: { readonly cert: string; readonly key: string }
  /** Lines for its server. */
  readonly server?: string
  /** Lines for its location; without any it names clients as it should. */
  readonly location?: string
}

export interface Nginx {
  close(): Promise<void>
}

/** nginx with its own defaults, but for what a test changes. */
export async function startNginx({
  directory,
  port,
  target,
  certificate,
  server = '',
  location = goodLocation,
}: NginxSettings): Promise<Nginx> {
  mkdirSync(directory, { recursive: true })
  const path = (name: string) => join(directory, name)
  writeFileSync(path('cert.pem'), certificate.cert)
  writeFileSync(path('key.pem'), certificate.key, { mode: 0o600 })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${path(kind)};`)
  writeFileSync(
    path('config'),
    `${asRoot}daemon off; pid ${path('pid')}; error_log ${path('error.log')};
events {}
http {
  ${temporary.join(' ')}
  access_log off;
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${path('cert.pem')};
    ssl_certificate_key ${path('key.pem')};
    ${server}
    location / { proxy_pass ${target}; ${location} }
  }
}
`,
  )
  const child = spawn(program, ['-c', path('config'), '-p', directory], { stdio: ['ignore', 'ignore', 'inherit'] })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    const answers = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (answers) break
    await sleep(20)
  }
  return {
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Otherwise its workers could not write to the directory of the test. */
const asRoot = process.getuid?.() === 0 ? 'user root; ' : ''

const program: ProxyName = 'nginx'

export const goodLocation = 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'
