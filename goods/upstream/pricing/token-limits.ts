/** The members by which APIs of language models bound what a model writes. */
const limitNames = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const

/** The bounds that a body has, by their names. A member that is null bounds nothing. */
export function limitsOf(body: Readonly<Record<string, unknown>>): { readonly name: string; readonly value: unknown }[] {
  return limitNames.flatMap((name) => (body[name] === undefined || body[name] === null ? [] : [{ name, value: body[name] }]))
}
