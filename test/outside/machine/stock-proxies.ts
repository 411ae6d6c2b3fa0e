import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../src/service/listen.ts'
import { certificate, certificateKey } from '../../../src/store/postgres/server-certificate.fixture.ts'
import { startCaddy, startNginx, type ProxyName, type RunningProxy } from './proxy-programs.ts'

/** A reverse proxy with nothing changed about its defaults but addresses, certificate and directories. */
export interface ReverseProxy extends RunningProxy {
  readonly url: string
}

/** @param scheme `http` for clients that can't be made to trust its certificate */
export async function startProxy(
  name: ProxyName,
  directory: string,
  service: string,
  scheme: 'http' | 'https' = 'https',
): Promise<ReverseProxy> {
  const port = await freePort('127.0.0.1', 0)
  const files = scheme === 'http' ? null : writeCertificate(directory)
  const started =
    name === 'nginx'
      ? startNginx(directory, port, stockNginx(files, port, service))
      : startCaddy(directory, port, stockCaddy(files, port, service))
  return { ...(await started), url: `${scheme}://127.0.0.1:${port}` }
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

function stockNginx(files: ProxyFiles | null, port: number, service: string): string {
  const tls = files === null ? '' : `ssl_certificate ${files.certificate}; ssl_certificate_key ${files.key};`
  return `sendfile on; tcp_nopush on; gzip on;
  server {
    listen 127.0.0.1:${port}${files === null ? '' : ' ssl'};
    ${tls}
    location / {
      proxy_pass ${service};
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }`
}

function stockCaddy(files: ProxyFiles | null, port: number, service: string): string {
  return `${files === null ? 'http' : 'https'}://127.0.0.1:${port} {
  ${files === null ? '' : `tls ${files.certificate} ${files.key}`}
  reverse_proxy ${service}
}
`
}
