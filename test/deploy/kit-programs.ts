import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { certificate, certificateKey } from '../../src/store/postgres/server-certificate.fixture.ts'

const run = promisify(execFile)

/** Whether this machine has the program. */
export const has = (program: string) => spawnSync('which', [program]).status === 0

/** What a program prints, wherever it prints it. Throws when it ends with another code than 0. */
export async function printed(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const { stdout, stderr } = await run(program, args, { ...options, maxBuffer: 64 * 1024 * 1024 })
  return stdout + stderr
}

/** A file of the kit, changed in the named places. Each of them must be there. */
export function adapted(file: string, places: readonly (readonly [from: string, to: string])[]): string {
  return places.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)} to adapt`)
      return text.replaceAll(from, to)
    },
    readFileSync(`deploy/${file}`, 'utf8'),
  )
}

export interface Running {
  readonly url: string
  close(): Promise<void>
}

/** Starts a program that serves, and waits until a path of it is answered. */
export async function serve(program: string, args: readonly string[], url: string, path: string, env: NodeJS.ProcessEnv): Promise<Running> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
    const answered = await fetch(url + path).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return { url, close: () => end(child) }
    await sleep(50)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** nginx with the kit's settings: only addresses, certificate and directories are others. */
export async function startNginx(directory: string, service: string, port: number): Promise<Running> {
  const files = { certificate: join(directory, 'certificate.pem'), key: join(directory, 'key.pem') }
  writeFileSync(files.certificate, certificate)
  writeFileSync(files.key, certificateKey, { mode: 0o600 })
  const site = join(directory, 'farthing.conf')
  writeFileSync(
    site,
    adapted('proxies/nginx.conf', [
      ['server 127.0.0.1:4020 ', `server ${new URL(service).host} `],
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      ['/etc/ssl/farthing/certificate.pem', files.certificate],
      ['/etc/ssl/farthing/key.pem', files.key],
    ]),
  )
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${join(directory, kind)};`).join(' ')
  const main = join(directory, 'nginx.conf')
  writeFileSync(
    main,
    `daemon off; pid ${join(directory, 'pid')}; error_log ${join(directory, 'error.log')};
events {}
http { ${paths} access_log off; include ${site}; }
`,
  )
  await printed('nginx', ['-t', '-q', '-c', main, '-p', directory])
  return serve('nginx', ['-c', main, '-p', directory], `https://127.0.0.1:${port}`, '/livez', process.env)
}

/** Caddy with the kit's settings, and an authority of its own that nobody is asked to trust. */
export async function startCaddy(directory: string, service: string, port: number): Promise<Running> {
  const config = join(directory, 'Caddyfile')
  const own = `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tlog default {\n\t\toutput file ${join(directory, 'caddy.log')}\n\t}\n}\n`
  writeFileSync(config, own + readFileSync('deploy/proxies/Caddyfile', 'utf8'))
  const env = {
    ...process.env,
    HOME: directory,
    XDG_DATA_HOME: directory,
    DOMAIN: `https://localhost:${port}`,
    UPSTREAMS: new URL(service).host,
  }
  await printed('caddy', ['validate', '--config', config, '--adapter', 'caddyfile'], { env })
  return serve('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], `https://localhost:${port}`, '/livez', env)
}
