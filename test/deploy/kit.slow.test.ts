import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService } from '../start-test-service.ts'
import { adapted, has, printed, serve } from './kit-programs.ts'

/** Parts of the kit, by the program that it is for. A program that this machine does not have is named, and its tests are skipped. */
let directory: string
beforeAll(() => void (directory = mkdtempSync(join(tmpdir(), 'farthing-kit-'))))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const anyPort = () => randomInt(12_000, 32_000)

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
