import { afterEach, expect, test, vi } from 'vitest'
import { openModelWorld, type ModelWorld } from './language-model.fixture.ts'
import { buildPrompt } from './prompt.ts'
import { checkClaimTask } from '../../goods/text/llm/tasks/check-claim.ts'
import { picodollarsOf } from './spending/picodollars.ts'

let world: ModelWorld | null = null
afterEach(() => world?.close())

async function open(settings: Parameters<typeof openModelWorld>[0] = {}): Promise<ModelWorld> {
  world = await openModelWorld(settings)
  return world
}

async function ask({ model }: ModelWorld): Promise<unknown> {
  const data = checkClaimTask.data({ claim: 'A claim of some words', source: 'A source of some words' })
  const prompt = buildPrompt(checkClaimTask.instructions, data, model.makeMarker())
  return model.ask(prompt, { below: picodollarsOf(1_000_000n), signal: new AbortController().signal }).catch((error: unknown) => error)
}

test.each(['openai', 'anthropic', 'ollama'] as const)(
  'a model is tried by the list of models, and no completion is paid: %s',
  async (provider) => {
    const { model, standIn } = await open({ provider })
    await model.trial.tried()
    expect(model.trial.standing()).toBe('works')
    expect(standIn).toMatchObject({ listed: 1, counted: { calls: 0 } })
  },
)

test('an alias that the list leaves out is asked for by its name', async () => {
  const { model, standIn } = await open({ model: 'newest' })
  standIn.unlisted = ['newest']
  await model.trial.tried()
  expect(model.trial.standing()).toBe('works')
  expect(standIn).toMatchObject({ listed: 2, counted: { calls: 0 } })
})

test('a tag may be left out where the list has it', async () => {
  const { model, standIn } = await open({ provider: 'ollama', model: 'small' })
  standIn.models = ['small:latest']
  await model.trial.tried()
  expect([model.trial.standing(), standIn.listed]).toEqual(['works', 1])
})

test.each(['unauthorized', 'broken', 'html'] as const)('a provider that does not list its models has failed: %s', async (mode) => {
  const { model, standIn } = await open()
  standIn.mode = mode
  await model.trial.tried()
  expect([model.trial.standing(), model.availability(0n)]).toEqual(['failed', 'down'])
  standIn.mode = 'good'
  await vi.waitUntil(() => model.trial.standing() === 'works', 30_000)
  expect(model.availability(0n)).toBe('available')
})

test('a model that the provider does not have has failed', async () => {
  const { model } = await open({ model: 'misspelt' })
  await model.trial.tried()
  expect(model.trial.standing()).toBe('failed')
})

test('a model whose provider refuses a call has failed at once, and is sold again when its list is there', async () => {
  const opened = await open()
  const { model, standIn } = opened
  await model.trial.tried()
  standIn.mode = 'unauthorized'
  expect(await ask(opened)).toMatchObject({ reason: 'provider_refused' })
  expect(model.availability(0n)).toBe('down')
  standIn.mode = 'good'
  await vi.waitUntil(() => model.availability(0n) === 'available', 30_000)
  expect(standIn.counted.calls).toBe(1)
})

test('a connection that is cut within an answer takes no model out of the sale', async () => {
  const opened = await open()
  const { model, standIn } = opened
  await model.trial.tried()
  standIn.mode = 'cut-off'
  expect(await ask(opened)).toMatchObject({ reason: 'provider_unreachable' })
  expect([model.trial.standing(), model.availability(0n)]).toEqual(['works', 'available'])
})
