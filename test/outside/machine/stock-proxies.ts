import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../src/service/listen.ts'
import { certificate, certificateKey } from '../../../src/store/postgres/server-certificate.fixture.ts'
import { startCaddy, startNginx, type ProxyName, type RunningProxy } from './proxy-programs.ts'

/** A reverse proxy with TLS and nothing changed about its defaults but addresses, certificate and directories. */
export interface ReverseProxy extends RunningProxy {
  readonly url: string
}

export async function startProxy(name: ProxyName, directory: string, service: string): Promise<ReverseProxy> {
  const port = await freePort('127.0.0.1', 0)
  const files = writeCertificate(directory)
  const started =
    name === 'nginx'
      ? startNginx(directory, port, stockNginx(files, port, service))
      : startCaddy(directory, port, stockCaddy(files, port, service))
  return { ...(await started), url: `https://127.0.0.1:${port}` }
}

interface ProxyFiles {
  readonly certificate: string
  readonly key: string
}

/** The certificate of tests, where a proxy reads it. */
export function writeCertificate(directory: string): ProxyFiles {
  mkdirSync(directory, { recursive: true })
  const files = { certificate: join(directory, 'certificate.pem'), key: join(directory, 'key.pem') }
  writeFileSync(files.certificate, certificate)
  writeFileSync(files.key, certificateKey, { mode: 0o600 })
  return files
}

function stockNginx(files: ProxyFiles, port: number, service: string): string {
  return `sendfile on; tcp_nopush on; gzip on;
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${files.certificate};
    ssl_certificate_key ${files.key};
    location / {
      proxy_pass ${service};
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }`
}

function stockCaddy(files: ProxyFiles, port: number, service: string): string {
  return `https://127.0.0.1:${port} {
  tls ${files.certificate} ${files.key}
  reverse_proxy ${service}
}
`
}
