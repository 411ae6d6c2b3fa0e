import { type Colour, indexedPng } from './indexed-png.ts'

/** A coin of which a quarter shines: a farthing was the fourth part of a penny. */
export const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#b87333"/><path d="M32 32V2a30 30 0 0 1 30 30z" fill="#f6c38b"/></svg>'

const colours: readonly Colour[] = [
  [18, 22, 28],
  [184, 115, 51],
  [246, 195, 139],
  [244, 241, 234],
]
const [ground, copper, shine, ink] = [0, 1, 2, 3] as const

/** 192 by 192 pixels. */
export function iconPng(): Uint8Array {
  return indexedPng(192, 192, colours, (x, y) => coin(x - 96, y - 96, 90) ?? ground)
}

/** 1200 by 630 pixels, as pages are shown where somebody shares them. */
export function sharingPng(): Uint8Array {
  return indexedPng(1200, 630, colours, (x, y) => {
    const written = letters('FARTHING', 11, x - 470, y - 220) || letters('DATA BY THE CALL', 5, x - 470, y - 350)
    return written ? ink : (coin(x - 260, y - 315, 150) ?? ground)
  })
}

function coin(x: number, y: number, radius: number): number | undefined {
  if (x * x + y * y > radius * radius) return undefined
  return x >= 0 && y < 0 ? shine : copper
}

/** Seven rows of five dots to a letter, a row to an octal pair. */
const shapes: Readonly<Record<string, string>> = {
  A: '16212137212121',
  B: '36212136212136',
  C: '16212020202116',
  D: '36212121212136',
  E: '37202036202037',
  F: '37202036202020',
  G: '16212027212116',
  H: '21212137212121',
  I: '16040404040416',
  L: '20202020202037',
  N: '21213125232121',
  R: '36212136242221',
  T: '37040404040404',
  Y: '21211204040404',
}

function letters(text: string, scale: number, x: number, y: number): boolean {
  if (y < 0 || y >= 7 * scale || x < 0 || x >= text.length * 6 * scale) return false
  const column = Math.floor(x / scale)
  const row = Math.floor(y / scale)
  const shape = shapes[text[Math.floor(column / 6)] ?? '']
  const dot = column % 6
  if (shape === undefined || dot > 4) return false
  return ((Number.parseInt(shape.slice(row * 2, row * 2 + 2), 8) >> (4 - dot)) & 1) === 1
}
