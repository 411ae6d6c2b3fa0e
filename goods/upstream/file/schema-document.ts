import { z } from '../door.ts'
import { offersFile } from './offers-file.ts'

/** The JSON Schema of files of offers, for editors: completion, and faults while one types. */
export function offersSchema(): string {
  const schema = z.toJSONSchema(offersFile, { io: 'input', unrepresentable: 'any' })
  return `${JSON.stringify({ $schema: schema.$schema, title: 'A file of offers', description: 'What is sold of other APIs, see docs/sell-your-own.md', ...schema }, null, 2)}\n`
}
