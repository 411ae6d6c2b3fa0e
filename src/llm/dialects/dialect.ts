import type { TokenUsage } from '../spending/picodollars.ts'

/** JSON Schema of an answer. */
export type AnswerSchema = Readonly<Record<string, unknown>>

/** One question to a model, before it has the form of a provider. */
export interface Prompt {
  /** The instructions, which are the same for every call of a task. */
  readonly instructions: string
  /** The data, between its markers. */
  readonly data: string
  /** A random word around the data. No answer may repeat it. */
  readonly marker: string
  readonly schema: AnswerSchema
  /** The most that the model may write. */
  readonly maxOutputTokens: number
}

export interface DialectRequest {
  /** Below the base URL of the provider. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A question about models, which costs nothing. */
export interface ModelsRequest {
  /** Below the base URL of the provider: the list of its models. One model is at its name below that. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** What a provider answered with status 200. */
export interface DialectReply {
  /** JSON as text, or already parsed. Null where there is none. */
  readonly content: { readonly text: string } | { readonly value: unknown } | null
  /** Null where the provider does not say it. */
  readonly usage: TokenUsage | null
  readonly ending: 'complete' | 'cut' | 'declined'
}

/** How to ask the models of one kind of provider. */
export interface Dialect {
  request(prompt: Prompt, settings: { readonly model: string; readonly apiKey: string | null }): DialectRequest
  models(apiKey: string | null): ModelsRequest
  /** @throws ZodError for a body that its documentation does not describe */
  read(body: unknown): DialectReply
  /** Only the usage, of a body whose rest is not as documented; null where it has none. */
  readUsage(body: unknown): TokenUsage | null
}
