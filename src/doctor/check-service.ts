import { createSiteProbe } from '../net/probe-site.ts'
import { UpstreamUnreachable } from '../net/upstream-errors.ts'
import { counted, findingsOf, type Finding } from '../goods/finding.ts'
import type { Timers } from '../shared/clock.ts'

const service = findingsOf('service')
const sources = findingsOf('sources')
const askMs = 5_000

/** What `/status` says, as far as it is looked at here. */
interface StatusBody {
  readonly status?: string
  readonly networks?: readonly { readonly name: string; readonly state: string; readonly settlement: string }[]
  readonly sources?: readonly SourceBody[]
  readonly indexes?: readonly { readonly index: string; readonly network?: string; readonly state: string }[]
}

interface SourceBody {
  readonly id: string
  readonly state: string
  readonly lastError: string | null
  readonly quota?: {
    readonly usedUp: boolean
    readonly againAt: string | null
    readonly left?: number
    readonly requests?: number
    readonly perSeconds?: number
  }
}

/** Why settlements on a network wait, with what ends it. */
const holds: Readonly<Record<string, string>> = {
  no_gas_money: 'send gas money to the signers, see the findings on gas',
  gas_budget: 'wait for the next UTC day, or raise GAS_ALLOWANCE_USD_PER_DAY or MAX_FEE_SHARE',
  unreachable: 'see the findings on its nodes',
  ledger: 'see the findings on database and disk',
  signer: 'start the remote signer of REMOTE_SIGNERS, or open the way to it (docs/operate/signers.md)',
}

/** Names of checks in `/readyz` that say by themselves what is wrong. */
const causes: Readonly<Record<string, string>> = {
  ledger: 'the ledger takes no writes: see the findings on database and disk',
  networks: 'no network answers: see the findings on nodes',
  time: 'the clock is so far ahead that every payment has expired by it: see the finding on clock',
  sales: 'nothing can be sold: see the findings on gas, nodes and offers',
  facilitator: 'the facilitator settles nothing: check FACILITATOR_URL and FACILITATOR_TOKEN',
}

/** What the running service says of itself: whether it takes calls, where settlements wait, which sources fail. */
export async function checkService(local: string, parts: { readonly timers: Timers }): Promise<readonly Finding[]> {
  const probe = createSiteProbe(local, parts)
  try {
    const ready = await probe.ask('/readyz', { timeoutMs: askMs })
    const status = await probe.ask('/status', { timeoutMs: askMs })
    const body = objectIn(status.body) as StatusBody | null
    if (ready.status !== 200 && ready.status !== 503) {
      const fix = 'stop the other program, or give this service another PORT'
      return [service.fault(`another program answers at ${local}: ${ready.status} at /readyz`, fix, 'PORT')]
    }
    const found = [...readiness(ready.status, objectIn(ready.body), local), ...settlementFindings(body), ...indexFindings(body)]
    const own = found.length > 0 ? found : [service.ok(`it answers at ${local} and is ready`)]
    return [...own, ...sourceFindings(body)]
  } catch (error) {
    if (!(error instanceof UpstreamUnreachable)) throw error
    const fix = 'start it (farthing start) and run doctor again: what proxies do and what each offer asks shows only then'
    return [service.warning(`no service answers at ${local} (${error.reason})`, fix)]
  } finally {
    probe.close()
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}

function readiness(status: number, body: Readonly<Record<string, unknown>> | null, local: string): readonly Finding[] {
  if (status === 200) return []
  const checks = Object.entries((body?.['checks'] ?? {}) as Readonly<Record<string, string>>)
  const failed = checks.filter(([name, state]) => state === 'failed' && Object.hasOwn(causes, name)).map(([name]) => name)
  if (failed.length > 0) return failed.map((name) => service.fault(`it is not ready: ${name}`, causes[name] ?? '', local))
  return [service.fault('it is not ready: it starts or ends', 'wait until it has started; its log says what it waits for', local)]
}

function settlementFindings(body: StatusBody | null): readonly Finding[] {
  return (body?.networks ?? []).flatMap(({ name, settlement }) => {
    if (settlement === 'ok') return []
    return [service.fault(`settlements on ${name} wait: ${settlement}`, holds[settlement] ?? 'look into the log of the service', name)]
  })
}

function indexFindings(body: StatusBody | null): readonly Finding[] {
  const failing = (body?.indexes ?? []).filter(({ state }) => state === 'failing')
  if (failing.length === 0) return []
  const names = failing.map(({ index, network }) => (network === undefined ? index : `${index} of ${network}`)).join(', ')
  return [
    service.warning(
      `${counted(failing.length, 'index', 'indexes')} can't be read on: ${names}`,
      'use nodes that search logs; see the findings on nodes',
    ),
  ]
}

const sourceWords: Readonly<Record<string, readonly [found: string, fix: string]>> = {
  failing: ['its last request failed', 'wait for the next one; where it goes on, check its key and the way to it (--ask-sources)'],
  paused: ['it asked us to wait: its quota or rate is used up', 'wait, or give it the key of a larger plan'],
  down: [
    'it failed so often that it is not asked for a while',
    'check its key and the way to it (--ask-sources), or switch it off in SOURCES_DISABLED',
  ],
}

function sourceFindings(body: StatusBody | null): readonly Finding[] {
  const all = body?.sources ?? []
  const failing = all.flatMap((source): readonly Finding[] => {
    const { id, state, lastError, quota } = source
    if (quota?.usedUp === true) {
      const again = quota.againAt === null ? '' : `; it may be asked again at ${quota.againAt}`
      const fix = `wait, or take a larger plan and set its key (docs/operate/alarms.md#source_quota)`
      return [sources.warning(`its quota is used up (${leftOf(source) ?? 'it says so'})${again}`, fix, id)]
    }
    const words = sourceWords[state]
    return words ? [sources.warning(`${words[0]}${lastError === null ? '' : ` (${lastError})`}`, words[1], id)] : []
  })
  const left = all.flatMap((source) => (source.quota?.usedUp === false ? [`${source.id}: ${leftOf(source)}`] : []))
  return left.length > 0 ? [...failing, sources.ok(`quotas left: ${left.join('; ')}`)] : failing
}

/** What may be asked now of the plan, in words; null where no plan is known. */
function leftOf({ quota }: SourceBody): string | null {
  if (quota?.left === undefined || quota.requests === undefined || quota.perSeconds === undefined) return null
  const days = Math.round(quota.perSeconds / 86_400)
  const span = days >= 28 ? 'month' : days >= 1 ? 'day' : 'hour'
  return `${counted(quota.left, 'request')} now, ${quota.requests} a ${span}`
}
