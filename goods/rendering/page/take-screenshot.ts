import { Problem, z } from '../../../src/goods/door.ts'
import { AnswerTooLong } from '../process/devtools-pipe.ts'
import type { OpenPage } from './open-page.ts'
import type { Area, AreaAsked, ShownArea } from './picture-area.ts'
import { renderingProblems } from '../renderer/rendering-problems.ts'

export type PictureFormat = 'png' | 'jpeg' | 'webp'

export interface PictureAsked extends AreaAsked {
  readonly format: PictureFormat
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

/**
 * A picture of a part of the page, as it is. One with too many bytes becomes a JPEG of lower quality.
 * @throws Problem `rendering_failed`
 */
export async function takeScreenshot(page: OpenPage, { cut, ...area }: ShownArea, asked: PictureAsked): Promise<Picture> {
  const { fullPage, selector, deviceScale } = asked
  // The window is shown as it is, wherever it was scrolled to.
  const clip = fullPage || selector !== null ? area : null
  const size = { width: Math.round(area.width * deviceScale), height: Math.round(area.height * deviceScale), cut }
  for (const [format, quality] of [[asked.format, 85] as const, ['jpeg', 75] as const, ['jpeg', 40] as const]) {
    const bytes = await capture(page, clip, format, quality)
    if (bytes !== null && bytes.byteLength <= asked.maxBytes) return { mimeType: `image/${format}`, bytes, ...size }
  }
  throw new Problem(renderingProblems.renderingFailed, `The picture has more than ${asked.maxBytes} bytes in every format.`)
}

/** Null for a picture that is too large to be received. */
async function capture({ session }: OpenPage, clip: Area | null, format: PictureFormat, quality: number): Promise<Uint8Array | null> {
  try {
    const answer = await session.send('Page.captureScreenshot', {
      format,
      ...(format === 'png' ? {} : { quality }),
      ...(clip === null ? {} : { clip: { ...clip, scale: 1 }, captureBeyondViewport: true }),
    })
    return Buffer.from(captured.parse(answer).data, 'base64')
  } catch (error) {
    if (error instanceof AnswerTooLong) return null
    throw error
  }
}
