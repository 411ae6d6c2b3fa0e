import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loadConfig, settingsTable } from '../../src/config/config.ts'

const read = (file: string) => readFileSync(`deploy/${file}`, 'utf8')
const unit = read('farthing.service')
const compose = read('compose.yaml')

/** The longest end of an instance with default settings: it drains, then shuts down. */
const endSeconds = (() => {
  const shared = { DATABASE_URL: 'postgres://farthing@127.0.0.1/farthing', MPP_SECRET: 'a-secret-of-more-than-32-characters' }
  const { drainSeconds, shutdownSeconds } = loadConfig(shared)
  return drainSeconds + shutdownSeconds
})()

describe('process managers wait until the service has ended in order, and the workers of a parent too', () => {
  // The parent gives its workers 5 s more.
  test.each([
    ['systemd', unit, /^TimeoutStopSec=(\d+)$/m],
    ['Docker', compose, /^x-service: &service\n(?: {2}.*\n)*? {2}stop_grace_period: (\d+)s$/m],
  ])('%s', (_, text, pattern) => {
    expect(Number(pattern.exec(text)![1])).toBeGreaterThanOrEqual(endSeconds + 5)
  })
})

test('everything that the kit sets is a setting of the service, or one of the program beside it', () => {
  const settings = new Set([...settingsTable().matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name!))
  const others = new Set(['NODE_ENV', 'DOMAIN', 'UPSTREAMS', 'COMPOSE_PROJECT_NAME', 'NODE_IMAGE', 'PARTS'])
  const given = [
    ...`${read('farthing.env')}${read('example.env')}`.matchAll(/^([A-Z_]+)=/gm),
    ...[...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, text]) => [...text!.matchAll(/([A-Z_]+)=/g)]),
    ...compose.matchAll(/^ {2,6}([A-Z_]+):/gm),
    ...[...read('Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, text]) => [...text!.matchAll(/([A-Z_]+)=/g)]),
  ].map(([, name]) => name!)
  expect(given.length).toBeGreaterThan(20)
  const unknown = given.filter((name) => !settings.has(name) && !others.has(name) && !name.startsWith('POSTGRES_'))
  expect(unknown).toEqual([])
})

test('no secret is in the kit, and those that it names are files', () => {
  for (const file of globSync('deploy/**/*', { exclude: ['**/grafana/**'] }).filter((one) => /\.[a-z]+$/.test(one))) {
    const text = readFileSync(file, 'utf8')
    expect([file, ...text.matchAll(/0x[0-9a-f]{64}|^.*(?:_KEY|_SECRET|_TOKEN|PASSWORD)[=:] ?\S+.*$/gm)]).toEqual([file])
  }
})

test('proxies wait longer for an answer than the service takes, and keep connections shorter than it does', () => {
  const { answerWithinSeconds } = loadConfig({})
  const waits = [/proxy_read_timeout (\d+)s/, /response_header_timeout (\d+)s/, /responseHeaderTimeout: (\d+)s/]
  const keeps = [/keepalive_timeout (\d+)s/, /keepalive (\d+)s/, /idleConnTimeout: (\d+)s/]
  for (const [index, file] of ['nginx.conf', 'Caddyfile', 'traefik.yaml'].entries()) {
    const text = read(`proxies/${file}`)
    expect(Number(waits[index]!.exec(text)![1]), file).toBeGreaterThan(answerWithinSeconds + 5)
    // `docs/limits.md`: an idle connection is closed after 75 s.
    expect(Number(keeps[index]!.exec(text)![1]), file).toBeLessThan(75)
  }
})
