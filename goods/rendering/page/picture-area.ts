import { Problem, z } from '../../../src/goods/door.ts'
import type { OpenPage } from './open-page.ts'

/** A part of a document, in CSS pixels from its beginning. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What of a page is shown. */
export interface AreaAsked {
  readonly fullPage: boolean
  /** Only the first element that this CSS selector finds. */
  readonly selector: string | null
  /** Of the window, in CSS pixels. */
  readonly width: number
  readonly height: number
  readonly deviceScale: number
  readonly maxPixels: number
}

export interface ShownArea extends Area {
  /** Whether it ends before the page or the element does. */
  readonly cut: boolean
}

/** CSS pixels. Wider documents are cut. */
const maxWidth = 10_000

const metrics = z.object({
  cssVisualViewport: z.object({ pageX: z.number(), pageY: z.number() }),
  cssContentSize: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
})
const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number().positive(), height: z.number().positive() })
const evaluated = z.object({ result: z.object({ value: z.unknown().optional() }) })

/**
 * The part of a document that a picture shows: the window, all of it, or an element. What has too many pixels is cut at the right and
 * at the bottom.
 * @throws Problem `invalid_input` when the selector finds nothing that can be seen
 */
export async function areaOf(page: OpenPage, asked: AreaAsked): Promise<ShownArea> {
  const whole = asked.selector === null ? await pageArea(page, asked) : await elementArea(page, asked.selector)
  const width = Math.min(whole.width, maxWidth)
  const height = Math.min(whole.height, maxHeightOf(width, asked))
  return { ...whole, width, height, cut: width < whole.width || height < whole.height }
}

/** CSS pixels. */
export function maxHeightOf(width: number, { maxPixels, deviceScale }: Pick<AreaAsked, 'maxPixels' | 'deviceScale'>): number {
  return Math.max(1, Math.floor(maxPixels / (width * deviceScale ** 2)))
}

async function pageArea({ session }: OpenPage, { fullPage, width, height }: AreaAsked): Promise<Area> {
  const { cssVisualViewport: seen, cssContentSize: all } = metrics.parse(await session.send('Page.getLayoutMetrics'))
  if (!fullPage) return { x: seen.pageX, y: seen.pageY, width, height }
  return { x: all.x, y: all.y, width: Math.max(width, Math.ceil(all.width)), height: Math.max(height, Math.ceil(all.height)) }
}

async function elementArea({ session }: OpenPage, selector: string): Promise<Area> {
  const expression = `(() => {
    const found = document.querySelector(${JSON.stringify(selector)})
    if (found === null) return null
    const { x, y, width, height } = found.getBoundingClientRect()
    return { x: x + scrollX, y: y + scrollY, width, height }
  })()`
  const { result } = evaluated.parse(await session.send('Runtime.evaluate', { expression, returnByValue: true }))
  const area = rectangle.safeParse(result.value)
  if (!area.success) {
    const expected = 'a CSS selector of an element that can be seen'
    throw new Problem('invalid_input', 'body.selector: the page has no visible element that fits this selector.', {
      field: 'body.selector',
      expected,
    })
  }
  const { x, y, width, height } = area.data
  return { x: Math.max(0, x), y: Math.max(0, y), width, height }
}
