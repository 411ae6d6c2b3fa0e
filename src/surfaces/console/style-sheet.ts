import { readFileSync } from 'node:fs'
import { sha256 } from '../../shared/sha256.ts'

const read = (name: string) => readFileSync(new URL(`./style/${name}`, import.meta.url), 'utf8')

let made: StyleSheet | undefined

export interface StyleSheet {
  readonly css: string
  /** `style-1a2b3c4d.css`: another content has another name, so browsers may keep it. */
  readonly name: string
}

/** The style of all pages. The tokens come first. */
export function styleSheet(): StyleSheet {
  if (made) return made
  const css = read('tokens.css') + read('components.css')
  made = { css, name: `style-${sha256(css).slice(0, 16)}.css` }
  return made
}
