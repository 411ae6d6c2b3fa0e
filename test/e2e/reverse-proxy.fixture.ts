import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificate, certificateKey } from '../../src/store/postgres/server-certificate.fixture.ts'

export type ProxyName = 'nginx' | 'caddy'

/** A reverse proxy with TLS and nothing changed about its defaults but addresses, certificate and directories. */
export interface ReverseProxy {
  readonly url: string
  close(): Promise<void>
}

/** Whether this machine has the program. */
export function hasProxy(name: ProxyName): boolean {
  return spawnSync('which', [name]).status === 0
}

export async function startProxy(name: ProxyName, directory: string, service: string): Promise<ReverseProxy> {
  await mkdir(directory, { recursive: true })
  const files = { certificate: join(directory, 'certificate.pem'), key: join(directory, 'key.pem'), config: join(directory, 'config') }
  const port = randomInt(12_000, 32_000)
  await writeFile(files.certificate, certificate)
  await writeFile(files.key, certificateKey, { mode: 0o600 })
  await writeFile(files.config, (name === 'nginx' ? nginxConfig : caddyConfig)(files, port, service, directory))
  const args = name === 'nginx' ? ['-c', files.config, '-p', directory] : ['run', '--config', files.config, '--adapter', 'caddyfile']
  const child = spawn(name, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, HOME: directory } })
  const url = `https://127.0.0.1:${port}`
  await untilAnswering(url, child)
  return {
    url,
    async close() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

interface ProxyFiles {
  readonly certificate: string
  readonly key: string
}

function nginxConfig(files: ProxyFiles, port: number, service: string, directory: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${join(directory, kind)};`)
  return `daemon off; pid ${join(directory, 'pid')}; error_log ${join(directory, 'error.log')};
events {}
http {
  ${paths.join(' ')}
  access_log off; sendfile on; tcp_nopush on; gzip on;
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${files.certificate};
    ssl_certificate_key ${files.key};
    location / {
      proxy_pass ${service};
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }
}
`
}

function caddyConfig(files: ProxyFiles, port: number, service: string, directory: string): string {
  return `{
  admin off
  auto_https disable_redirects
  log default {
    output file ${join(directory, 'error.log')}
  }
}
https://127.0.0.1:${port} {
  tls ${files.certificate} ${files.key}
  reverse_proxy ${service}
}
`
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`the proxy ended with ${child.exitCode}`)
    if (
      await fetch(`${url}/livez`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await sleep(50)
  }
  throw new Error('the proxy did not answer in time')
}
