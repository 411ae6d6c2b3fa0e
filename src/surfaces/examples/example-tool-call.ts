import type { AnyOffer } from '../../offer.ts'

/** The worked example of an offer as a call of its MCP tool. */
export function exampleToolCall({ id, example }: AnyOffer): {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
} {
  return { name: id, arguments: { ...example.path, ...example.query, ...(example.body as Record<string, unknown> | undefined) } }
}
