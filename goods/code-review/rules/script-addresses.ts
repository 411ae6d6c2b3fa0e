import type { Value } from '../taint/value.ts'

/** Text whose beginning is fixed up to the host leads to that host only. */
export const freeHost = (value: Value): readonly Value[] =>
  /^(?:(?:https?:)?\/\/[^/]+\/|\/[^/\\]|[?#]|[\w.-]+[/?#]|mailto:|tel:|…)/i.test(value.prefix ?? '') && value.isBuilt ? [] : [value]
/** The addresses among the options of a request. */
export const addresses = (value: Value): readonly Value[] =>
  value.fields && value.fields.size > 0
    ? ['url', 'uri', 'baseURL', 'host', 'hostname'].flatMap((name) => freeHostOf(value.fields?.get(name)))
    : freeHost(value)
export const freeHostOf = (value: Value | undefined) => (value ? freeHost(value) : [])
