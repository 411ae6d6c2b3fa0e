import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startNginx, type RunningProxy } from './proxy-programs.ts'

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

/** nginx with its own defaults, but for what a test changes. */
export async function startAlteredNginx(settings: NginxSettings): Promise<RunningProxy> {
  const { directory, port, target, certificate, server = '', location = goodLocation } = settings
  mkdirSync(directory, { recursive: true })
  const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')]
  writeFileSync(cert, certificate.cert)
  writeFileSync(key, certificate.key, { mode: 0o600 })
  return startNginx(
    directory,
    port,
    `server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${cert};
    ssl_certificate_key ${key};
    ${server}
    location / { proxy_pass ${target}; ${location} }
  }`,
  )
}

export const goodLocation = 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'
