import { readFileSync } from 'node:fs'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSupervised } from '../../src/commands/workers/supervisor.fixture.ts'
import { createMetrics } from '../../src/ops/metrics.ts'
import { alarms } from '../../src/shared/alarm.ts'
import { problemKind } from '../../src/shared/problems.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
const dashboard = JSON.parse(readFileSync('deploy/grafana/farthing.json', 'utf8')) as {
  panels: readonly { title: string; targets?: readonly { expr: string }[] }[]
}
const runbook = readFileSync('docs/operate/alarms.md', 'utf8')
const headings = new Set([...runbook.matchAll(/^### (\S+)$/gm)].map(([, heading]) => heading))

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { REFUND_KEY: generatePrivateKey() } })
})
afterAll(() => service?.close())

/** Names that expressions of PromQL ask for. */
function metricsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\b(?:farthing|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name))]
}

/** Names that /metrics has, with those that a histogram is read by. */
async function knownMetrics(): Promise<Set<string>> {
  // Those of the parent of workers are in no single process.
  const parent = createSupervised().metrics
  const texts = [await (await fetch(`${service.url}/metrics`)).text(), await createMetrics({ process: true }).text(), await parent.text()]
  const types = texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)])
  return new Set(
    types.flatMap(([, name, type]) => [name!, ...(type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name! + end) : [])]),
  )
}

test('every metric of the rules and of the dashboard is in /metrics', async () => {
  const known = await knownMetrics()
  const expressions = [...rules.matchAll(/expr: >-\n((?: {10}.*\n)+)/g)].map(([, text]) => text!)
  expect(expressions).toHaveLength([...rules.matchAll(/- alert: /g)].length)
  const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(shown.length).toBeGreaterThan(20)
  expect([...expressions, ...shown].flatMap(metricsIn).filter((name) => !known.has(name))).toEqual([])
})

test('every rule names a heading of the runbook, and every heading belongs to a rule or an alarm', () => {
  const named = [...rules.matchAll(/runbook: ["']?docs\/operate\/alarms\.md#([a-z_]+|\{\{ \$labels\.alarm \}\})/g)].map(([, key]) => key!)
  expect(named).toHaveLength([...rules.matchAll(/- alert: /g)].length)
  const keys = new Set<string>([...named.filter((key) => !key.startsWith('{{')), ...alarms])
  expect([...keys].filter((key) => !headings.has(key))).toEqual([])
  expect([...headings].filter((heading) => !keys.has(heading!))).toEqual([])
})

test('every alarm that the settler counts has a rule, and rules ask for no other', () => {
  const asked = [...rules.matchAll(/alarm=~"([^"]+)"/g)].flatMap(([, text]) => text!.split('|'))
  // Alarms with metrics of their own have rules that name no alarm; an unknown write, an old ledger and a new database server are in the log only.
  const own = [
    'clock',
    'day_nearly_used',
    'day_used',
    'disk_full',
    'engine',
    'invalid_answer',
    'refund_fails',
    'renewal_fails',
    'reversed',
    'source_quota',
  ]
  const others = new Set<string>([...own, 'database_replaced', 'old_ledger', 'write_unknown'])
  expect([...new Set(asked)].toSorted()).toEqual(alarms.filter((alarm) => !others.has(alarm)))
})

test('the outcomes of calls that rules ask for are codes of problems', () => {
  const asked = [...rules.matchAll(/outcome=~"([^"]+)"/g)].flatMap(([, text]) => text!.split('|'))
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.filter((code) => problemKind(code) === null)).toEqual([])
})
