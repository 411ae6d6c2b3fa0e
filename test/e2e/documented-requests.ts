type Json = Record<string, any>

export interface DocumentedRequest {
  readonly url: string
  readonly init: RequestInit
  readonly operation: Json
}

/** The example request of every operation, built from the OpenAPI document alone. */
export function requestsOf(document: Json): DocumentedRequest[] {
  const [{ url: base }] = document['servers'] as [{ url: string }]
  return Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const given = ((operation['parameters'] ?? []) as Json[])
        .map((parameter) => sharedParameter(document, parameter))
        .filter((parameter) => 'example' in parameter)
      const valuesIn = (where: string): [string, string][] =>
        given.filter((one) => one['in'] === where).map(({ name, example }) => [name as string, String(example)])
      const path = valuesIn('path').reduce((text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)), template)
      const query = new URLSearchParams(valuesIn('query')).toString()
      const body = operation['requestBody']?.content['application/json'].example as unknown
      return {
        url: `${base}${path}${query === '' ? '' : `?${query}`}`,
        init: {
          method: method.toUpperCase(),
          ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
        },
        operation,
      }
    }),
  )
}

/** The parameter itself, or the one of the components that it refers to. */
function sharedParameter(document: Json, parameter: Json): Json {
  const name = /^#\/components\/parameters\/(.+)$/.exec(String(parameter['$ref'] ?? ''))?.[1]
  return name === undefined ? parameter : (document['components'].parameters[name] as Json)
}
