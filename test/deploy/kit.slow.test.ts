import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callWith, pay, priceOfBitcoin, receiptOf } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { adapted, has, printed, serve, startCaddy, startNginx } from './kit-programs.ts'

/** Every part of the kit, by the program that it is for. A program that this machine does not have is named, and its tests are skipped. */
let directory: string
beforeAll(() => void (directory = mkdtempSync(join(tmpdir(), 'farthing-kit-'))))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const anyPort = () => randomInt(12_000, 32_000)
/** The certificates here are our own. */
const checked = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
beforeAll(() => void (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'))
afterAll(() => {
  if (checked === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = checked
})

describe.each([
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const)('the settings for %s', (name, start) => {
  if (!has(name)) return test.skip(`this machine has no ${name}`, () => {})

  let service: TestService
  let proxy: { url: string; close(): Promise<void> }
  beforeAll(async () => {
    service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1,::1', FREE_QUOTA_PER_DAY: '1' } })
    mkdirSync(join(directory, name))
    proxy = await start(join(directory, name), service.url, anyPort())
  })
  afterAll(async () => {
    await proxy?.close()
    await service?.close()
  })

  test('a call is paid through it, and keeps its metrics to those who ask the instance itself', async () => {
    const paid = await pay(proxy.url, await service.payingWallet(), { path: priceOfBitcoin })
    expect([paid.status, (await receiptOf(paid)).state]).toEqual([200, 'settled'])
    expect((await fetch(`${service.url}/metrics`)).status).toBe(200)
    expect((await fetch(`${proxy.url}/metrics`)).status).toBe(404)
  })

  test('a payment that is too long is refused by the service, which says so, and not by the proxy', async () => {
    const refused = await callWith(proxy.url + priceOfBitcoin, 'x'.repeat(9_000))
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([431, 'header_too_large'])
  })

  test('what a caller writes into X-Forwarded-For is not believed', async () => {
    const call = (address: string) => fetch(`${proxy.url}/v1/settlement/estimate?amount=100`, { headers: { 'X-Forwarded-For': address } })
    expect((await call('203.0.113.1')).status).toBe(200)
    // The one free call of the day is used up, whatever address the second caller makes up.
    expect((await call('203.0.113.2')).status).toBe(402)
  })
})

describe('the units for systemd', () => {
  if (!has('systemd-analyze')) return test.skip('this machine has no systemd-analyze', () => {})

  test('are valid, and leave the service little that it could do to the machine', async () => {
    const unit = join(directory, 'farthing.service')
    const here = (file: string) => join(process.cwd(), file)
    writeFileSync(unit, adapted('farthing.service', [['/opt/farthing/node_modules/.bin/farthing', here('bin/farthing')]]))
    const units = ['farthing-backup', 'farthing-reconcile'].flatMap((name) => {
      const [service, timer] = [join(directory, `${name}.service`), join(directory, `${name}.timer`)]
      writeFileSync(service, adapted(`${name}.service`, [['/usr/local/sbin/farthingctl', here('deploy/farthingctl')]]))
      writeFileSync(timer, adapted(`${name}.timer`, []))
      return [service, timer]
    })
    expect(await printed('systemd-analyze', ['verify', '--man=no', unit, ...units])).toBe('')
    // The exposure that it reckons goes from 0 to 10; `threshold` is ten times that.
    await printed('systemd-analyze', ['security', '--offline=yes', '--threshold=20', unit])
  })
})

describe('the files for Prometheus', () => {
  if (!has('promtool')) return test.skip('this machine has no promtool', () => {})

  test('are valid, and the rules do what their tests say', async () => {
    const cwd = 'deploy/prometheus'
    expect(await printed('promtool', ['check', 'rules', 'alerts.yml'], { cwd })).toContain('SUCCESS')
    expect(await printed('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd })).toContain('SUCCESS')
  })

  test.skipIf(!has('prometheus'))(
    'make Prometheus read a service, and it understands every rule and every panel of the dashboard',
    async () => {
      const [port, metricsPort, home] = [anyPort(), anyPort(), join(directory, 'prometheus')]
      const service = await startTestService({ env: { METRICS_PORT: String(metricsPort) } })
      mkdirSync(home)
      writeFileSync(join(home, 'alerts.yml'), readFileSync('deploy/prometheus/alerts.yml'))
      const settings = adapted('prometheus/prometheus.yml', [
        ['scrape_interval: 15s', 'scrape_interval: 1s'],
        ['evaluation_interval: 15s', 'evaluation_interval: 1s'],
        ["targets: ['127.0.0.1:9402']", `targets: ['127.0.0.1:${metricsPort}']`],
      ])
      writeFileSync(join(home, 'prometheus.yml'), settings)
      const args = [`--config.file=${join(home, 'prometheus.yml')}`, `--storage.tsdb.path=${join(home, 'data')}`, '--log.level=error']
      const prometheus = await serve(
        'prometheus',
        [...args, `--web.listen-address=127.0.0.1:${port}`],
        `http://127.0.0.1:${port}`,
        '/-/ready',
        process.env,
      )
      try {
        const ask = async (path: string) => (await (await fetch(prometheus.url + path)).json()) as { status: string; data: any }
        const query = (text: string) => ask(`/api/v1/query?query=${encodeURIComponent(text)}`)
        const rows = async (text: string): Promise<unknown[]> => (await query(text)).data.result
        await expect.poll(() => rows('up{job="farthing"} == 1')).toHaveLength(1)
        // Our label `job` is not the one of Prometheus.
        await expect.poll(() => rows('farthing_job_runs_total{exported_job="health", job="farthing"}')).toHaveLength(1)

        const evaluated = async () => {
          const { groups } = (await ask('/api/v1/rules')).data as { groups: { rules: { name: string; health: string }[] }[] }
          return groups.flatMap(({ rules }) => rules.map(({ name, health }) => `${name} ${health}`)).toSorted()
        }
        const names = [...readFileSync('deploy/prometheus/alerts.yml', 'utf8').matchAll(/- alert: (\S+)/g)].map(([, name]) => `${name} ok`)
        await expect.poll(evaluated).toEqual(names.toSorted())

        const { panels } = JSON.parse(readFileSync('deploy/grafana/farthing.json', 'utf8')) as {
          panels: { title: string; targets?: { expr: string }[] }[]
        }
        for (const { title, targets = [] } of panels)
          for (const { expr } of targets) {
            const asked = expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.+')
            expect([title, (await query(asked)).status]).toEqual([title, 'success'])
          }
      } finally {
        await prometheus.close()
        await service.close()
      }
    },
  )
})

describe('the file for Compose', () => {
  if (!has('docker-compose')) return test.skip('this machine has no docker-compose', () => {})
  const env = { ...process.env, DOMAIN: 'api.example.com', PAY_TO: '0x00000000000000000000000000000000000a11ce' }

  test.each([
    ['sqlite', ['backup', 'caddy', 'farthing']],
    ['postgres', ['backup-of-three', 'caddy-for-three', 'farthing-1', 'farthing-2', 'farthing-3', 'postgres']],
  ])('is valid, and its profile %s has what it needs', async (profile, services) => {
    const told = await printed('docker-compose', ['-f', 'deploy/compose.yaml', 'config'], { env })
    const blocks = told
      .slice(told.indexOf('\nservices:\n'))
      .split(/^ {2}(?=\S+:$)/m)
      .slice(1)
    const chosen = blocks.filter((block) => block.includes(`\n    profiles:\n    - ${profile}\n`)).map((block) => block.split(':')[0]!)
    expect(chosen.toSorted((a, b) => a.localeCompare(b))).toEqual(services)
  })

  test('says what is missing in the environment', async () => {
    await expect(
      printed('docker-compose', ['-f', 'deploy/compose.yaml', 'config'], { env: { PATH: process.env['PATH'] } }),
    ).rejects.toThrow('the address that is paid')
  })
})
