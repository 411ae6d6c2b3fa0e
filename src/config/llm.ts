import type { Setting, SettingValues } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** The text tools that a language model can answer, with their default prices in dollars; docs/llm.md has the reasons. */
const pricedTools = {
  'fact-check': '0.02',
  'fact-check-deep': '0.15',
  sentiment: '0.04',
  summarize: '0.05',
  translate: '0.08',
  'code-review': '0.10',
} as const

/** A language model as an engine of the text tools, see docs/llm.md. */
export const llmSettings = {
  llmProvider: {
    name: 'LLM_PROVIDER',
    what: 'The interface of a language model that answers text tools: `openai` (and whatever is compatible with it), `anthropic` or `ollama`. Without it, none is asked ([docs/llm.md](docs/llm.md)).',
    parse: format.oneOf('openai', 'anthropic', 'ollama'),
  },
  llmUrl: {
    name: 'LLM_URL',
    what: "Its base URL up to the version, such as `https://api.openai.com/v1`. The provider's own unless given; for `ollama` this machine, port 11434. It may be on a private network.",
    parse: format.operatorUrl,
  },
  llmModel: {
    name: 'LLM_MODEL',
    what: 'The name of the model, which answers name too.',
    parse: format.modelName,
  },
  llmApiKey: {
    name: 'LLM_API_KEY',
    what: 'Its key. Required for the own addresses of OpenAI and Anthropic.',
    secret: true,
    parse: format.headerSecret,
  },
  llmInputPrice: {
    name: 'LLM_INPUT_USD_PER_MILLION',
    what: 'What the provider charges for a million input tokens, in dollars. Required, except for `ollama`.',
    parse: format.decimal(6, '10000'),
  },
  llmOutputPrice: {
    name: 'LLM_OUTPUT_USD_PER_MILLION',
    what: 'What it charges for a million output tokens, in dollars. Required, except for `ollama`.',
    parse: format.decimal(6, '10000'),
  },
  llmBudgetPerDay: {
    name: 'LLM_BUDGET_USD_PER_DAY',
    what: 'What its answers may cost per UTC day, in dollars. A call whose worst case does not fit is refused before its payment is claimed.',
    default: '5',
    parse: format.decimal(6, '1000000'),
  },
  llmPrices: {
    name: 'LLM_OFFER_PRICES',
    what: 'What calls that it answers cost, in dollars, for tools whose price is to differ from the default.',
    default: Object.entries(pricedTools)
      .map(([tool, price]) => `${tool}=${price}`)
      .join(','),
    parse: format.pricesOfTools(pricedTools),
  },
  llmSeconds: {
    name: 'LLM_SECONDS',
    what: 'How long one answer of it may take; less than `ANSWER_WITHIN_SECONDS`, so that time is left to settle before it.',
    default: '15',
    parse: format.integer(1, 120),
  },
  llmCalls: {
    name: 'LLM_CALLS',
    what: 'Calls that it may answer at once. Others get 503 before their payment is claimed.',
    default: '4',
    parse: format.integer(1, 64),
  },
  llmContextTokens: {
    name: 'LLM_CONTEXT_TOKENS',
    what: 'Tokens that fit into its context, input and output together; 128000 unless given. Required for `ollama`, which cuts longer prompts and does not say so.',
    parse: format.integer(2_000, 10_000_000),
  },
} as const satisfies Record<string, Setting<unknown>>

type LlmValues = SettingValues<typeof llmSettings>

/** What contradicts itself among them, one sentence for each. */
export function llmErrors(values: LlmValues, mode: { readonly isPublicSandbox: boolean }): readonly string[] {
  const { llmProvider: provider } = values
  if (provider === null) return errorsWithoutProvider(values)
  const errors: string[] = []
  if (values.llmModel === null) errors.push('LLM_MODEL is required with LLM_PROVIDER')
  if (values.llmApiKey === null && values.llmUrl === null && provider !== 'ollama')
    errors.push(`LLM_API_KEY is required with LLM_PROVIDER=${provider}, unless LLM_URL names an address that takes none`)
  if (provider !== 'ollama') {
    if (values.llmInputPrice === null) errors.push(`LLM_INPUT_USD_PER_MILLION is required with LLM_PROVIDER=${provider}`)
    if (values.llmOutputPrice === null) errors.push(`LLM_OUTPUT_USD_PER_MILLION is required with LLM_PROVIDER=${provider}`)
  } else if (values.llmContextTokens === null) {
    errors.push('LLM_CONTEXT_TOKENS is required with LLM_PROVIDER=ollama: it cuts longer prompts and does not say so')
  }
  const url = values.llmUrl === null ? null : new URL(values.llmUrl)
  const isHere = url === null ? provider === 'ollama' : format.isLoopback(url.hostname)
  if (url?.protocol === 'http:' && !isHere && values.llmApiKey !== null)
    errors.push('LLM_URL must begin with https:// where LLM_API_KEY is given, unless it is this machine: the key could be read on the way')
  const dearest = Object.entries(values.llmPrices).filter(([, price]) => price > values.llmBudgetPerDay)
  if (dearest.length > 0)
    errors.push(
      `LLM_BUDGET_USD_PER_DAY must be at least the price of one call of each tool: ${dearest.map(([tool]) => tool).join(', ')} cost more`,
    )
  if (mode.isPublicSandbox && !isHere)
    errors.push('LLM_URL must be on this machine with SANDBOX_PUBLIC=yes: callers pay with play money, and the provider takes real money')
  return errors
}

function errorsWithoutProvider({ llmModel, llmUrl, llmApiKey }: LlmValues): readonly string[] {
  const given = [
    llmModel === null ? [] : ['LLM_MODEL'],
    llmUrl === null ? [] : ['LLM_URL'],
    llmApiKey === null ? [] : ['LLM_API_KEY'],
  ].flat()
  return given.map((name) => `${name} applies only with LLM_PROVIDER: set LLM_PROVIDER, or remove it`)
}
