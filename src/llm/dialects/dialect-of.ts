import type { LanguageModelSettings } from '../language-model.ts'
import { anthropicMessages } from './anthropic-messages.ts'
import { chatCompletions } from './chat-completions.ts'
import type { Dialect } from './dialect.ts'

/** Hosts whose newer models refuse `max_tokens`. */
const newerHosts = /(?:^|\.)(?:openai\.com|openai\.azure\.com)$/

/** The dialect that a provider's address speaks. */
export function dialectOf({ provider, url }: Pick<LanguageModelSettings, 'provider' | 'url'>): Dialect {
  switch (provider) {
    case 'anthropic':
      return anthropicMessages
    case 'ollama':
      return chatCompletions('max_tokens', 0)
    case 'openai':
      return chatCompletions(newerHosts.test(new URL(url).hostname) ? 'max_completion_tokens' : 'max_tokens', null)
  }
}
