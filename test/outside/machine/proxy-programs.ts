import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { printed } from '../../deploy/kit-programs.ts'

export type ProxyName = 'nginx' | 'caddy'

/** A program that listens on the loopback of this machine. */
export interface RunningProxy {
  close(): Promise<void>
}

/** nginx with its own defaults, but for the places of its files. @param http what its block `http` says, with a server at the port */
export async function startNginx(directory: string, port: number, http: string): Promise<RunningProxy> {
  mkdirSync(directory, { recursive: true })
  const place = (name: string) => join(directory, name)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${place(kind)};`)
  // Otherwise its workers could not write to the directory of the test.
  const user = process.getuid?.() === 0 ? 'user root; ' : ''
  const file = place('nginx.conf')
  writeFileSync(
    file,
    `${user}daemon off; pid ${place('pid')}; error_log ${place('error.log')};
events {}
http { ${temporary.join(' ')} access_log off; ${http} }
`,
  )
  const args = ['-c', file, '-p', directory]
  await printed('nginx', ['-t', '-q', ...args])
  return start('nginx', args, port, process.env)
}

/** Caddy with a Caddyfile, but for the places of its files and its administration. */
export async function startCaddy(directory: string, port: number, caddyfile: string, given: NodeJS.ProcessEnv = {}): Promise<RunningProxy> {
  mkdirSync(directory, { recursive: true })
  const file = join(directory, 'Caddyfile')
  const own = [
    'admin off',
    'skip_install_trust',
    'auto_https disable_redirects',
    `log default {\noutput file ${join(directory, 'caddy.log')}\n}`,
  ]
  writeFileSync(file, `{\n${own.join('\n')}\n}\n${caddyfile}`)
  const args = ['--config', file, '--adapter', 'caddyfile']
  const env = { ...process.env, HOME: directory, XDG_DATA_HOME: directory, ...given }
  await printed('caddy', ['validate', ...args], { env })
  return start('caddy', ['run', ...args], port, env)
}

/** Starts a proxy, and waits until it answers something. */
async function start(program: ProxyName, args: readonly string[], port: number, env: NodeJS.ProcessEnv): Promise<RunningProxy> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  const ended = once(child, 'exit')
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
    // It refuses a request without TLS by an answer.
    const answers = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (answers) break
    await sleep(20)
  }
  return {
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
