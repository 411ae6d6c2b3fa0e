import { readFileSync } from 'node:fs'
import { sha256 } from '../../shared/sha256.ts'
import { styleSheet, type StyleSheet } from '../console/style-sheet.ts'

let made: StyleSheet | undefined

/** The style of the pages for buyers, and what only the desk has. */
export function deskStyle(): StyleSheet {
  if (made) return made
  const css = styleSheet().css + readFileSync(new URL('./style/desk.css', import.meta.url), 'utf8')
  made = { css, name: `desk-${sha256(css).slice(0, 16)}.css` }
  return made
}
