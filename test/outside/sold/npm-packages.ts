import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'

/** A folder with packages of npm that are none of our dependencies, and the servers among them that run. */
export interface NpmPackages {
  readonly folder: string
  /** A file of a package. */
  file(path: string): string
  /** Starts a program of a package on a free port, and waits until it answers at the path. */
  serve(
    path: string,
    readyAt: string,
    argsOf: (port: string) => { args?: readonly string[]; env?: Record<string, string> },
  ): Promise<string>
  close(): void
}

/** @param packages with their versions, as `json-server@0.17.4` */
export async function installNpmPackages(...packages: readonly string[]): Promise<NpmPackages> {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-sold-'))
  const running: ChildProcess[] = []
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd: folder })
  const file = (path: string) => join(folder, 'node_modules', path)
  return {
    folder,
    file,
    async serve(path, readyAt, argsOf) {
      const port = await freePort()
      const { args = [], env = {} } = argsOf(port)
      running.push(
        spawn(process.execPath, [file(path), ...args], { cwd: folder, env: { PATH: process.env['PATH'], ...env }, stdio: 'ignore' }),
      )
      const url = `http://127.0.0.1:${port}`
      await vi.waitFor(async () => (await fetch(url + readyAt)).body?.cancel(), 60_000)
      return url
    },
    close() {
      for (const one of running) one.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}
