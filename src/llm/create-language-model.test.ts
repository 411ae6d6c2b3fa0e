import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ModelMode } from '../../sandbox/language-model/start-language-model.ts'
import { systemClock } from '../ops/system.ts'
import type { Log } from '../shared/log.ts'
import { apiKey, dollars, openModelWorld, type ModelWorld } from './language-model.fixture.ts'
import type { LanguageModelSettings } from './language-model.ts'
import { ModelFailure } from './model-failure.ts'
import { buildPrompt } from './prompt.ts'
import { runTask } from './run-task.ts'
import { costOf } from './spending/picodollars.ts'
import { checkClaimTask } from '../../goods/text/llm/tasks/check-claim.ts'
import { worstCostOf } from './worst-case.ts'
import { ourselves } from '../shared/caller.ts'

const prices = { input: 150_000n, output: 600_000n }
const input = {
  claim: 'The Mirrow Bridge opened to traffic in 1987.',
  source: 'The Mirrow Bridge opened to traffic on 3 October 1997. It connects Hadley with the island of Penrose.',
}
/** A cent, in picodollars. */
const cent = 10_000_000_000n
const worst = worstCostOf(buildPrompt(checkClaimTask.instructions, checkClaimTask.data(input), `DATA-${'0'.repeat(24)}`), prices)

let world: ModelWorld
let skipped = 0
const clock = { now: () => systemClock.now() + skipped }
beforeEach(() => {
  skipped = 0
})
afterEach(() => world?.close())

const open = async (settings: Partial<LanguageModelSettings> = {}) => (world = await openModelWorld(settings, { clock }))
const ask = (signal = new AbortController().signal) => runTask(checkClaimTask, input, world.model, { below: cent, signal })
const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => (error instanceof ModelFailure ? error.reason : error),
  )

describe.each(['openai', 'anthropic', 'ollama'] as const)('in the dialect of %s', (provider) => {
  beforeEach(() => open({ provider, deadlineMs: 400 }))

  test('an answer costs what the stand-in counted, to the picodollar', async () => {
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers[0]?.result).toMatchObject({ verdict: 'contradicted', evidence: [{ offset: 0, length: 54 }] })
    const { calls, inputTokens, outputTokens } = world.standIn.counted
    expect(calls).toBe(3)
    expect(answers.reduce((sum, { usage }) => sum + (usage?.inputTokens ?? 0), 0)).toBe(inputTokens)
    expect(await world.spent()).toBe(costOf({ inputTokens, outputTokens }, prices))
  })

  test('the key is sent in its header, and the worst case is above every count', async () => {
    await ask()
    const [received] = world.standIn.received
    expect(received?.key).toBe(provider === 'anthropic' ? apiKey : `Bearer ${apiKey}`)
    expect(received?.body).not.toContain(apiKey)
    expect(await world.spent()).toBeLessThan(worst)
  })

  test.each<[ModelMode, string, 'counted' | 'worst case' | 'nothing']>([
    ['wrong-schema', 'answer_malformed', 'counted'],
    ['extra-members', 'answer_malformed', 'counted'],
    ['echo', 'answer_malformed', 'counted'],
    ['empty', 'answer_malformed', 'counted'],
    ['declined', 'answer_declined', 'counted'],
    ['cut-short', 'answer_incomplete', 'counted'],
    ['hanging', 'provider_timeout', 'worst case'],
    ['slow', 'provider_timeout', 'worst case'],
    ['rate-limited', 'provider_busy', 'nothing'],
    ['unauthorized', 'provider_refused', 'nothing'],
    ['broken', 'provider_failed', 'worst case'],
    ['redirect', 'provider_failed', 'worst case'],
    ['cut-off', 'provider_unreachable', 'worst case'],
    ['huge', 'answer_too_large', 'worst case'],
    ['html', 'answer_malformed', 'worst case'],
  ])('%s ends in %s and costs %s', async (mode, reason, cost) => {
    world.standIn.mode = mode
    expect(await reasonOf(ask())).toBe(reason)
    const expected = { counted: costOf(world.standIn.counted, prices), 'worst case': worst, nothing: 0n }
    expect(await world.spent()).toBe(expected[cost])
    expect(world.standIn.counted.calls).toBe(1)
  })

  test('words instead of JSON are no answer', async () => {
    world.standIn.mode = 'not-json'
    expect(await reasonOf(ask())).toBe(provider === 'anthropic' ? 'answer_empty' : 'answer_malformed')
  })

  test('an answer without token counts is worth its worst case', async () => {
    world.standIn.mode = 'no-usage'
    expect((await ask()).usage).toBeNull()
    expect(await world.spent()).toBe(worst)
  })
})

test('a provider that cannot be reached costs nothing', async () => {
  await open()
  await world.standIn.close()
  expect(await reasonOf(ask())).toBe('provider_unreachable')
  expect(await world.spent()).toBe(0n)
})

test('a call that its caller gives up ends at once', async () => {
  await open({ deadlineMs: 60_000 })
  world.standIn.mode = 'hanging'
  const controller = new AbortController()
  const asked = reasonOf(ask(controller.signal))
  await expect.poll(() => world.standIn.counted.calls).toBe(1)
  controller.abort()
  expect(await asked).toBe('provider_timeout')
  expect(world.model.availability(0n)).toBe('available')
})

test('after three failures it is down for half a minute, and a probe brings it back', async () => {
  await open()
  world.standIn.mode = 'broken'
  for (const _ of [1, 2, 3]) expect(await reasonOf(ask())).toBe('provider_failed')
  expect(world.model.availability(0n)).toBe('down')
  await ask().catch(() => {})
  expect(world.standIn.counted.calls).toBe(3)
  world.standIn.mode = 'good'
  skipped += 31_000
  expect(await reasonOf(ask())).toBe('answered')
  expect(world.model.availability(0n)).toBe('available')
})

test('a provider that asks for fewer calls is not asked before the time it names', async () => {
  await open()
  world.standIn.mode = 'rate-limited'
  await ask().catch(() => {})
  world.standIn.mode = 'good'
  expect(world.model.availability(0n)).toBe('down')
  skipped += 7_100
  expect(await reasonOf(ask())).toBe('answered')
})

describe('the budget of the day', () => {
  test('refuses a call whose worst case does not fit, before it is sent', async () => {
    await open({ budgetPerDay: worst })
    expect(await reasonOf(ask())).toBe('answered')
    expect(world.model.availability(worst)).toBe('down')
    expect(world.model.admit(ourselves, worst)).toBeNull()
    expect(await reasonOf(ask())).toBe('budget_used_up')
    expect(world.standIn.counted.calls).toBe(1)
    skipped += 86_400_000
    expect(world.model.availability(worst)).toBe('available')
    expect(await reasonOf(ask())).toBe('answered')
  })

  test('is kept in the store, so that a new process knows what was spent', async () => {
    await open()
    await ask()
    const spent = await world.spent()
    const again = await openModelWorld({ budgetPerDay: spent + worst - 1n }, { clock, store: world.store })
    await again.model.refresh()
    expect(again.model.availability(worst)).toBe('down')
    await again.close()
  })

  test('holds room for the calls that were admitted, as many as may be answered at once', async () => {
    await open({ budgetPerDay: dollars(1n), maxCalls: 3 })
    const half = dollars(1n) / 2n
    const places = [world.model.admit(ourselves, half), world.model.admit(ourselves, half)]
    expect(world.model.admit(ourselves, half)).toBeNull()
    places[0]?.leave()
    places[0]?.leave()
    expect(world.model.admit(ourselves, half)).not.toBeNull()
    expect(world.model.admit(ourselves, 1n)).toBeNull()
    expect(world.model.admit(ourselves, 0n)).not.toBeNull()
    expect(world.model.admit(ourselves, 0n)).toBeNull()
  })
})

test('a call whose worst case is not below its limit is never sent', async () => {
  await open()
  const order = { below: worst, signal: new AbortController().signal }
  expect(await reasonOf(runTask(checkClaimTask, input, world.model, order))).toBe('budget_used_up')
  expect(world.standIn.counted.calls).toBe(0)
  expect(await reasonOf(runTask(checkClaimTask, input, world.model, { ...order, below: worst + 1n }))).toBe('answered')
})

test('neither the log nor a failure with its causes holds a text or the key', async () => {
  const logged: string[] = []
  const keep = (bindings: object, message: string) => void logged.push(JSON.stringify(bindings) + message)
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep, child: () => log }
  world = await openModelWorld({ deadlineMs: 300, prices: { input: 1n, output: 1n } }, { clock, log })
  for (const mode of ['good', 'broken', 'leaking', 'hanging', 'cut-off', 'wrong-schema', 'huge'] as const) {
    world.standIn.mode = mode
    skipped += 31_000
    await ask().catch((error: unknown) => {
      for (let one = error; one instanceof Error; one = one.cause) logged.push(`${one.message} ${one.stack}`)
    })
  }
  expect(logged.length).toBeGreaterThan(5)
  expect(logged.join('\n')).not.toMatch(/Mirrow|sk-of-the-operator|mostly true|You check a claim|internal secret/)
})

test('failures hold nothing that the provider wrote', async () => {
  await open()
  for (const mode of ['broken', 'html', 'wrong-schema', 'not-json'] as const) {
    world.standIn.mode = mode
    const failure = (await ask().catch((error: unknown) => error)) as ModelFailure
    const told = JSON.stringify([failure.problem.message, failure.problem.options.extra, failure.message])
    expect(told).not.toMatch(/internal secret|Checking|Certainly|mostly true/)
  }
})
