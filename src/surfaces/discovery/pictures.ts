import { readFileSync } from 'node:fs'

/** A coin with one quarter bright, since a farthing was a quarter of a penny. */
export const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#b87333"/><path d="M32 32V2a30 30 0 0 1 30 30z" fill="#f6c38b"/></svg>'

/** The same coin, 192 by 192 pixels. */
export function iconPng(): Uint8Array {
  return readFileSync(new URL('./pictures/icon.png', import.meta.url))
}

/** The preview of shared links, 1200 by 630 pixels: the coin, "FARTHING" and "DATA BY THE CALL". It shows no settings and no prices. */
export function sharingPng(): Uint8Array {
  return readFileSync(new URL('./pictures/sharing.png', import.meta.url))
}
