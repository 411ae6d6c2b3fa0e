import { stringify } from 'yaml'
import { needsPrivate } from './needs-private.ts'
import type { WrittenOffersFile, WrittenRow } from './offers-file.ts'

export interface WantedFile {
  readonly url: string
  readonly name: string | null
  readonly description?: string | null
  readonly rows: WrittenRow[]
}

/** A file of offers with one API, with a line for editors in front. */
export function fileText({ url, name, description = null, rows }: WantedFile): string {
  const base = url.replace(/\/+$/, '')
  const file: WrittenOffersFile = {
    ...(name === null && description === null
      ? {}
      : { service: { ...(name === null ? {} : { name }), ...(description === null ? {} : { description }) } }),
    upstreams: { api: { url: base, ...(needsPrivate(base) === null ? {} : { private: true }) } },
    offers: rows,
  }
  return `# What is sold of other APIs: docs/sell-your-own.md describes each member.\n${stringify(file, { lineWidth: 120, aliasDuplicateObjects: false })}`
}
