import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { join } from 'node:path'

const measuredPackages = [
  'hono',
  '@hono/node-server',
  '@x402/hono',
  '@x402/express',
  '@x402/core',
  '@x402/evm',
  'express',
  'mppx',
  'viem',
  'secp256k1',
]

/** The machine, the versions and the time of a measurement. */
export function machineText(): string {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const versions = measuredPackages.map((name) => `${name} ${versionOf(name)}`)
  return [
    `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} cores of ${cpu?.model ?? 'an unknown processor'}, ${gigabytes} GB, ${type()} ${release()}, load ${loadavg()[0]?.toFixed(1)} at the end.`,
    `Node ${process.versions.node}, SQLite ${process.versions.sqlite}, ${versions.join(', ')}.`,
    'CPU is user and system time of the whole server process, all threads; the client has its own process. Figures are medians over rounds in which the contenders take turns.',
  ].join('\n')
}

/** Read from the folder, since packages need not export their package.json. */
function versionOf(name: string): string {
  const require = createRequire(import.meta.url)
  const paths = require.resolve.paths(name) ?? []
  for (const path of paths) {
    try {
      return (JSON.parse(readFileSync(join(path, name, 'package.json'), 'utf8')) as { version: string }).version
    } catch {
      continue
    }
  }
  return '?'
}
