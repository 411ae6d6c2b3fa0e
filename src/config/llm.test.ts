import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { errorsOf, live } from './config.fixture.ts'

const directory = mkdtempSync(join(tmpdir(), 'farthing-llm-'))
afterAll(() => rmSync(directory, { recursive: true }))

const openai = {
  LLM_PROVIDER: 'openai',
  LLM_MODEL: 'a-model',
  LLM_API_KEY: 'sk-0123456789',
  LLM_INPUT_USD_PER_MILLION: '0.15',
  LLM_OUTPUT_USD_PER_MILLION: '0.6',
}
const ollama = { LLM_PROVIDER: 'ollama', LLM_MODEL: 'llama3.1:8b', LLM_CONTEXT_TOKENS: '8192' }
const without = (name: keyof typeof openai) => Object.fromEntries(Object.entries(openai).filter(([other]) => other !== name))

test('without LLM_PROVIDER the service uses no language model', () => {
  expect(loadConfig({})).toMatchObject({ llmProvider: null, llmModel: null, llmApiKey: null })
})

test('prices of tokens are picodollars each, and those of calls base units', () => {
  expect(loadConfig({ ...openai, LLM_OFFER_PRICES: 'summarize=0.1' })).toMatchObject({
    llmInputPrice: 150_000n,
    llmOutputPrice: 600_000n,
    llmBudgetPerDay: 5_000_000n,
    llmPrices: {
      'fact-check': 20_000n,
      'fact-check-deep': 150_000n,
      sentiment: 40_000n,
      summarize: 100_000n,
      translate: 80_000n,
      'code-review': 100_000n,
    },
  })
})

test('Ollama on this machine needs no key, no address and no prices', () => {
  expect(errorsOf(ollama)).toEqual([])
  expect(errorsOf({ ...ollama, LLM_URL: 'http://127.0.0.1:11434/v1/' })).toEqual([])
  expect(loadConfig({ ...ollama, LLM_URL: 'http://127.0.0.1:11434/v1/' }).llmUrl).toBe('http://127.0.0.1:11434/v1')
})

test('the key may be in a file that only its owner can read, and is a secret', () => {
  const file = join(directory, 'key')
  writeFileSync(file, 'sk-in-a-file-0123\n', { mode: 0o600 })
  const config = loadConfig({ ...without('LLM_API_KEY'), LLM_API_KEY_FILE: file })
  expect(config.llmApiKey).toBe('sk-in-a-file-0123')
  expect(config.secrets).toContain('sk-in-a-file-0123')
  chmodSync(file, 0o644)
  expect(errorsOf({ ...without('LLM_API_KEY'), LLM_API_KEY_FILE: file })).toEqual([
    expect.stringContaining('LLM_API_KEY is in a file that is open'),
  ])
})

test.each<[string, Record<string, string>, string]>([
  ['a model without a provider', { LLM_MODEL: 'a-model' }, 'LLM_MODEL applies only with LLM_PROVIDER'],
  ['a provider without a model', without('LLM_MODEL'), 'LLM_MODEL is required'],
  ['a provider without a key', without('LLM_API_KEY'), 'LLM_API_KEY is required'],
  ['a price that is missing', without('LLM_OUTPUT_USD_PER_MILLION'), 'LLM_OUTPUT_USD_PER_MILLION is required'],
  ['a price with too many places', { ...openai, LLM_INPUT_USD_PER_MILLION: '0.1234567' }, 'at most 6 decimal places'],
  ['a price of a call that is zero', { ...openai, LLM_OFFER_PRICES: 'summarize=0' }, 'LLM_OFFER_PRICES must be tool=dollars'],
  ['a tool that is unknown', { ...openai, LLM_OFFER_PRICES: 'poems=0.1' }, 'LLM_OFFER_PRICES must be tool=dollars'],
  ['another provider', { ...openai, LLM_PROVIDER: 'oracle' }, 'LLM_PROVIDER must be one of openai, anthropic, ollama'],
  ['an address with a password', { ...openai, LLM_URL: 'https://me:secret@api.example/v1' }, 'LLM_URL must not have'],
  ['a key that would travel in plain text', { ...openai, LLM_URL: 'http://models.example/v1' }, 'LLM_URL must begin with https://'],
  ['Ollama without its context', { LLM_PROVIDER: 'ollama', LLM_MODEL: 'llama3' }, 'LLM_CONTEXT_TOKENS is required'],
  ['a budget below the price of a call', { ...openai, LLM_BUDGET_USD_PER_DAY: '0.1' }, 'LLM_BUDGET_USD_PER_DAY must be at least'],
  ['a provider for strangers with play money', { ...openai, SANDBOX_PUBLIC: 'yes' }, 'LLM_URL must be on this machine'],
])('the service names at start: %s', (_, env, error) => {
  expect(errorsOf(env)).toEqual([expect.stringContaining(error)])
})

test('a provider is allowed for real money', () => {
  expect(errorsOf({ ...live, ...openai })).toEqual([])
})

test('no error repeats the key', () => {
  expect(errorsOf({ ...openai, LLM_API_KEY: 'two words' }).join()).not.toContain('two words')
})
