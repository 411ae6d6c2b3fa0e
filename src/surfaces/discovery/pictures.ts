import { type Colour, type Figure, indexedPng } from './indexed-png.ts'

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
  return indexedPng(192, 192, colours, [coin(96, 96, 90)])
}

/** 1200 by 630 pixels, as pages are shown where somebody shares them. */
export function sharingPng(): Uint8Array {
  return indexedPng(1200, 630, colours, [coin(260, 315, 150), letters('FARTHING', 470, 220, 11), letters('DATA BY THE CALL', 470, 350, 5)])
}

function coin(centreX: number, centreY: number, radius: number): Figure {
  const side = 2 * radius
  return {
    left: centreX - radius,
    top: centreY - radius,
    width: side,
    height: side,
    colourAt(x, y) {
      const [right, down] = [x - radius, y - radius]
      if (right * right + down * down > radius * radius) return ground
      return right >= 0 && down < 0 ? shine : copper
    },
  }
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

function letters(text: string, left: number, top: number, dot: number): Figure {
  return {
    left,
    top,
    width: text.length * 6 * dot,
    height: 7 * dot,
    colourAt(x, y) {
      const [column, row] = [Math.floor(x / dot), Math.floor(y / dot)]
      const shape = shapes[text[Math.floor(column / 6)] ?? ''] ?? ''
      const dots = Number.parseInt(shape.slice(row * 2, row * 2 + 2), 8)
      return column % 6 < 5 && (dots >> (4 - (column % 6))) & 1 ? ink : ground
    },
  }
}
