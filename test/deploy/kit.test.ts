import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lines } from '../../goods/lines.ts'
import { loadConfig, readConfig, settingsTable } from '../../src/config/config.ts'
import { settingsOfOwnLines } from '../../src/service/goods/load-goods.ts'

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

test('everything that the kit sets is a setting of the service, or one of the program beside it', async () => {
  const settings = new Set([...settingsTable(await settingsOfOwnLines(lines)).matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name!))
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

describe('Prometheus finds the metrics where the kit and the book say', () => {
  const { port } = /targets: \['127\.0\.0\.1:(?<port>\d+)'\]/.exec(read('prometheus/prometheus.yml'))!.groups!
  const { config } = readConfig(
    Object.fromEntries([...read('farthing.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!])),
  )

  test('with systemd, on the loopback of the machine, without a token', () => {
    expect([String(config.metricsPort), config.metricsHost]).toEqual([port, '127.0.0.1'])
    expect(unit).not.toContain('METRICS_')
  })

  test('with Compose, each instance at a port of that loopback', () => {
    const { inside } = /^ {2}METRICS_PORT: (?<inside>\d+)\n {2}METRICS_HOST: 0\.0\.0\.0$/m.exec(compose)!.groups!
    const published = [...compose.matchAll(/ports: \['127\.0\.0\.1:(\d+):(\d+)'\]/g)].map(([, outside, within]) => [outside, within])
    expect(published).toEqual([port, port, '9403', '9404'].map((outside) => [outside, inside]))
    for (const outside of ['9403', '9404']) expect(read('prometheus/prometheus.yml')).toContain(`127.0.0.1:${outside}`)
  })

  test('in the book', () => {
    for (const file of ['docs/operate/README.md', 'docs/operate/first-hour.md', 'deploy/README.md'])
      expect([file, readFileSync(file, 'utf8').includes(`127.0.0.1:${port}`)]).toEqual([file, true])
  })
})

test('the settings of the unit fit the core install, which has neither a browser nor what runs the text models', () => {
  expect(read('farthing.env')).toMatch(/^BROWSER=off$/m)
  expect(read('farthing.env')).toMatch(/^TEXT_TOOLS=off$/m)
})
