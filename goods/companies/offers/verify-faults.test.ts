import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxCompany } from '../sandbox/population/sandbox-companies.ts'
import { systemRandom, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { createSources, type Sources } from '../../../src/sources/sources.ts'
import { runsOf } from '../../../test/support/runs.ts'
import { createSeededRandom } from '../../../test/simulator/world/seeded-random.ts'
import { overstatements } from './evidence.fixture.ts'
import { companySources } from '../companies.fixture.ts'
import { openCompanyWorld, verify, type CompanyWorld } from './verify.fixture.ts'

let world: CompanyWorld
beforeAll(async () => {
  world = await openCompanyWorld()
})
afterAll(async () => {
  await world.close()
})

/** The truth about a company of the sandbox, for this test's own judgement. */
interface Truth {
  readonly key: string
  /** As a caller writes it, where the sandbox has no VAT number for VIES. */
  readonly vatId?: string
  readonly registered: boolean
  readonly inVies: boolean
  readonly register: 'active' | 'ceased' | 'none'
  readonly registerSources: readonly string[]
  /** How its number in the register is known. */
  readonly found: 'from the number' | 'by a list' | 'by the name in VIES' | 'never'
  readonly lei: boolean
  /** The LEI is found by a number that is a part of the VAT number. */
  readonly leiByVat?: true
  readonly nameInVies: boolean
}

const usual = { registered: true, inVies: true, register: 'active', nameInVies: true } as const
const truths: readonly Truth[] = [
  { ...usual, key: 'cez', registerSources: ['ares'], found: 'from the number', lei: true },
  { ...usual, key: 'cez-look-alike', registerSources: ['ares'], found: 'from the number', lei: false },
  { ...usual, key: 'nokia', registerSources: ['prh'], found: 'from the number', lei: true },
  { ...usual, key: 'lumenor', registerSources: ['recherche-entreprises'], found: 'from the number', lei: true },
  { ...usual, key: 'gaujas-koks', registerSources: ['latvia-ur'], found: 'from the number', lei: false },
  { ...usual, key: 'tatranska-pila', registerSources: ['rpo'], found: 'by the name in VIES', lei: true },
  { ...usual, key: 'kaljuranna', registerSources: ['ariregister'], found: 'by the name in VIES', lei: true },
  { ...usual, key: 'orlen', registerSources: ['krs', 'pl-white-list'], found: 'by a list', lei: true },
  {
    ...usual,
    key: 'nordlys-fiskeri',
    vatId: 'NO995810301MVA',
    inVies: false,
    registerSources: ['brreg'],
    found: 'from the number',
    lei: true,
  },
  {
    ...usual,
    key: 'skarvoy-rederi',
    vatId: 'NO995810336MVA',
    inVies: false,
    register: 'ceased',
    registerSources: ['brreg'],
    found: 'from the number',
    lei: false,
  },
  { ...usual, key: 'malardalens-papper', register: 'none', registerSources: [], found: 'never', lei: true, leiByVat: true },
  { ...usual, key: 'brueckenthal', register: 'none', registerSources: [], found: 'never', lei: false, nameInVies: false },
  { ...usual, key: 'nokia-look-alike', registered: false, registerSources: ['prh'], found: 'from the number', lei: false },
  {
    ...usual,
    key: 'corvisant',
    registered: false,
    register: 'ceased',
    registerSources: ['recherche-entreprises'],
    found: 'from the number',
    lei: false,
  },
]

const modes = ['ok', 'ok', 'outage', 'error', 'rate-limited', 'garbage'] as const
const viesFaults = [
  'SERVICE_UNAVAILABLE',
  'MS_UNAVAILABLE',
  'TIMEOUT',
  'VAT_BLOCKED',
  'IP_BLOCKED',
  'GLOBAL_MAX_CONCURRENT_REQ',
  'GLOBAL_MAX_CONCURRENT_REQ_TIME',
  'MS_MAX_CONCURRENT_REQ',
  'MS_MAX_CONCURRENT_REQ_TIME',
] as const

interface Up {
  readonly vies: boolean
  readonly register: boolean
  readonly gleif: boolean
}

/** What a careful person would say, from the rules in docs/companies.md. */
function expected(truth: Truth, up: Up): string {
  const viesSays = truth.inVies && up.vies
  const registerSays =
    up.register && (truth.found === 'from the number' || truth.found === 'by a list' || (truth.found === 'by the name in VIES' && up.vies))
  if (viesSays && !truth.registered) return 'invalid'
  if (registerSays && truth.register === 'ceased') return 'mismatch'
  const numberForLei = truth.found === 'from the number' || truth.leiByVat === true || registerSays
  const leiSays = truth.lei && up.gleif && numberForLei
  const vatKnown = truth.inVies ? up.vies : registerSays
  if (!vatKnown) return registerSays || leiSays ? 'verified_partial' : 'inconclusive'
  const allAnswered = (truth.registerSources.length === 0 || up.register) && up.gleif
  const named = truth.nameInVies || registerSays || leiSays
  return allAnswered && named ? 'verified' : 'verified_partial'
}

function freshSources(): Sources {
  return createSources({
    baseUrls: world.upstreams.baseUrls,
    simulated: true,
    accepted: 'all',
    disabled: new Set(),
    limits: { timeoutMs: 3_000, budgetMs: 3_500, attempts: { retries: 1, backoffMs: 1 } },
    store: world.store,
    clock: world.clock,
    timers: systemTimers,
    random: systemRandom,
    log: silentLog,
    metrics: silentMetrics,
  })
}

test(`${runsOf(600)} combinations of faults give the right verdict, and nothing inconclusive is charged`, async () => {
  const random = createSeededRandom(18)
  const wrong: string[] = []
  const counts: Record<string, number> = {}
  for (let round = 0; round < runsOf(600); round++) {
    const truth = truths[round % truths.length]!
    const viesFault = truth.inVies && random.chance(0.4) ? random.pick(viesFaults) : null
    const [vies, register, gleif] = [random.pick(modes), random.pick(modes), random.pick(modes)]
    const company = sandboxCompany(truth.key)
    const vatId = truth.vatId ?? company.vatId!
    const part = `vies:${vatId.slice(0, 2)}`
    world.upstreams.setMode('vies', vies)
    if (viesFault) world.upstreams.setMode(part, viesFault)
    for (const id of truth.registerSources) world.upstreams.setMode(id, register)
    world.upstreams.setMode('gleif', gleif)
    const sources = freshSources()
    const asked = companySources(sources, { clock: world.clock, shared: world.store, screening: world.asked.screening })
    try {
      const { data, charge } = await verify(world, vatId, {}, asked)
      const up = { vies: vies === 'ok' && viesFault === null, register: register === 'ok', gleif: gleif === 'ok' }
      const right = expected(truth, up)
      counts[data.verdict] = (counts[data.verdict] ?? 0) + 1
      if (data.verdict !== right || charge !== (right !== 'inconclusive')) {
        wrong.push(`${truth.key}, VIES ${vies} ${viesFault ?? ''}, register ${register}, GLEIF ${gleif}: ${data.verdict}, not ${right}`)
      }
      wrong.push(...overstatements(data).map((text) => `${truth.key}: ${text}`))
    } finally {
      await sources.close()
      if (viesFault) world.upstreams.setMode(part, 'ok')
      for (const id of ['vies', 'gleif', ...truth.registerSources]) world.upstreams.setMode(id, 'ok')
    }
  }
  expect(wrong).toEqual([])
  expect(Object.keys(counts).toSorted()).toEqual(['inconclusive', 'invalid', 'mismatch', 'verified', 'verified_partial'])
})
