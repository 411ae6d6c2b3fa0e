import { z } from 'zod'
import { Problem } from '../../shared/problems.ts'
import { AnswerTooLong } from './devtools-pipe.ts'
import type { OpenPage } from './open-page.ts'

export type PictureFormat = 'png' | 'jpeg' | 'webp'

export interface PictureAsked {
  readonly format: PictureFormat
  readonly fullPage: boolean
  /** Only the first element that this CSS selector finds. */
  readonly selector: string | null
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
  readonly deviceScale: number
  readonly maxPixels: number
  readonly maxBytes: number
}

export interface Picture {
  readonly mimeType: 'image/png' | 'image/jpeg' | 'image/webp'
  readonly bytes: Uint8Array
  /** In device pixels. */
  readonly width: number
  readonly height: number
  /** Whether the picture ends before the page does. */
  readonly cut: boolean
}

const captured = z.object({ data: z.string() })
const metrics = z.object({ cssContentSize: z.object({ width: z.number(), height: z.number() }) })
const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number().positive(), height: z.number().positive() })
const evaluated = z.object({ result: z.object({ value: z.unknown().optional() }) })

interface Clip {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * A picture of the page as it is. One with too many pixels is cut at the bottom; one with too many bytes becomes a JPEG of
 * lower quality.
 * @throws Problem `invalid_input` when the selector finds nothing that can be seen, `rendering_failed`
 */
export async function takeScreenshot(page: OpenPage, asked: PictureAsked): Promise<Picture> {
  const whole = asked.selector === null ? await areaOf(page, asked) : await elementArea(page, asked.selector)
  const maxHeight = Math.max(1, Math.floor(asked.maxPixels / (whole.width * asked.deviceScale ** 2)))
  const cut = whole.height > maxHeight
  const clip = cut ? { ...whole, height: maxHeight } : whole
  const size = { width: Math.round(clip.width * asked.deviceScale), height: Math.round(clip.height * asked.deviceScale), cut }
  for (const [format, quality] of [[asked.format, 85] as const, ['jpeg', 75] as const, ['jpeg', 40] as const]) {
    const bytes = await capture(page, clip, format, quality)
    if (bytes !== null && bytes.byteLength <= asked.maxBytes) return { mimeType: `image/${format}`, bytes, ...size }
  }
  throw new Problem('rendering_failed', `The picture has more than ${asked.maxBytes} bytes in every format.`)
}

/** Null for a picture that is too large to be received. */
async function capture({ session }: OpenPage, clip: Clip, format: PictureFormat, quality: number): Promise<Uint8Array | null> {
  try {
    const answer = await session.send('Page.captureScreenshot', {
      format,
      ...(format === 'png' ? {} : { quality }),
      clip: { ...clip, scale: 1 },
      captureBeyondViewport: true,
    })
    return Buffer.from(captured.parse(answer).data, 'base64')
  } catch (error) {
    if (error instanceof AnswerTooLong) return null
    throw error
  }
}

async function areaOf({ session }: OpenPage, { fullPage, width, height }: PictureAsked): Promise<Clip> {
  if (!fullPage) return { x: 0, y: 0, width, height }
  const { cssContentSize } = metrics.parse(await session.send('Page.getLayoutMetrics'))
  return { x: 0, y: 0, width, height: Math.max(height, Math.ceil(cssContentSize.height)) }
}

async function elementArea({ session }: OpenPage, selector: string): Promise<Clip> {
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
  return { x: Math.max(0, x), y: Math.max(0, y), width: Math.min(width, 10_000), height }
}
