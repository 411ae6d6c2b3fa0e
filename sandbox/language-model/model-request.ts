import { z } from 'zod'

/** What the stand-in understands of a request, whatever its dialect. */
export interface ModelRequest {
  readonly instructions: string
  /** The message of the user, as it came. */
  readonly message: string
  /** The data between the markers; null where the message has another form. */
  readonly data: Readonly<Record<string, unknown>> | null
  readonly schema: Readonly<Record<string, unknown>>
  readonly maxOutputTokens: number
}

const openObject = z.record(z.string(), z.unknown())

const chat = z.object({
  model: z.string(),
  messages: z.tuple([
    z.object({ role: z.literal('system'), content: z.string() }),
    z.object({ role: z.literal('user'), content: z.string() }),
  ]),
  response_format: z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({ name: z.string(), strict: z.literal(true), schema: openObject }),
  }),
  max_tokens: z.int().optional(),
  max_completion_tokens: z.int().optional(),
})

const messages = z.object({
  model: z.string(),
  system: z.string(),
  messages: z.tuple([z.object({ role: z.literal('user'), content: z.string() })]),
  tools: z.tuple([z.object({ name: z.literal('answer'), input_schema: openObject })]),
  tool_choice: z.object({ type: z.literal('tool'), name: z.literal('answer') }),
  max_tokens: z.int(),
})

/** Reads a request of `POST /v1/chat/completions`. @throws ZodError */
export function readChat(body: unknown): ModelRequest {
  const given = chat.parse(body)
  const [system, user] = given.messages
  return {
    instructions: system.content,
    message: user.content,
    data: dataIn(user.content),
    schema: given.response_format.json_schema.schema,
    maxOutputTokens: given.max_completion_tokens ?? given.max_tokens ?? 4_096,
  }
}

/** Reads a request of `POST /v1/messages`. @throws ZodError */
export function readMessages(body: unknown): ModelRequest {
  const given = messages.parse(body)
  const { content } = given.messages[0]
  return {
    instructions: given.system,
    message: content,
    data: dataIn(content),
    schema: given.tools[0].input_schema,
    maxOutputTokens: given.max_tokens,
  }
}

/** The object in the line between two equal markers. */
function dataIn(message: string): ModelRequest['data'] {
  const [first, data = '', last, ...more] = message.split('\n')
  if (first !== last || more.length > 0) return null
  try {
    return openObject.parse(JSON.parse(data))
  } catch {
    return null
  }
}
