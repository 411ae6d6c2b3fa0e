import { parametersOf, takesBody } from '../door.ts'
import type { OfferRow } from './offers-file.ts'
import type { RouteText } from './route-text.ts'

/** The example of a row, with made-up values for the path where the file has none. */
export function exampleOf({ example }: Pick<OfferRow, 'example'>, { method, template }: RouteText) {
  const { path = Object.fromEntries(parametersOf(template).map((name) => [name, 'example'])), query, body, answer } = example
  return {
    ...(parametersOf(template).length > 0 ? { path } : {}),
    ...(query ? { query } : {}),
    ...(takesBody(method) ? { body: body ?? {} } : {}),
    ...(answer === undefined ? {} : { answer }),
  }
}
