import { z } from '../../../src/goods/door.ts'
import type { Timers } from '../../../src/goods/kit/parts.ts'
import { zoneOf } from '../../../src/goods/kit/sites.ts'
import type { OpenPage } from './open-page.ts'
import { evaluateApart } from './own-world.ts'
import type { PageRequest } from './page-requests.ts'
import type { Area } from './picture-area.ts'

/** A part of what is shown that has not come. */
export interface MissingPart {
  readonly kind: 'image' | 'frame' | 'style' | 'font' | 'script'
  readonly url: string
  /** `failed`, `loading`, or the status of the answer. */
  readonly why: 'failed' | 'loading' | number
}

const maxElements = 5_000
const maxParts = 200
const pollMs = 60

const urls = z.array(z.string())
const looked = z.object({ loading: urls, failed: urls, shown: urls })
const kinds: Readonly<Record<string, MissingPart['kind']>> = { Stylesheet: 'style', Font: 'font', Script: 'script' }

/**
 * Waits until nothing of what the area shows is on its way, for at most so long. Returns what is missing then.
 * @param area null for all of the document
 */
export async function awaitParts(page: OpenPage, area: Area | null, maxMs: number, timers: Timers): Promise<readonly MissingPart[]> {
  const over = new AbortController()
  const cancel = timers.after(maxMs, () => over.abort())
  try {
    for (;;) {
      const missing = await missingParts(page, area)
      if (over.signal.aborted || !missing.some(({ why }) => why === 'loading')) return missing
      await timers.sleep(pollMs, over.signal).catch(() => {})
    }
  } finally {
    cancel()
  }
}

/**
 * What the area shows and has not come. Pictures and frames count where they can be seen, style sheets and fonts always, and scripts
 * of the page's own site. What the caller wants blocked is not missing.
 */
async function missingParts(page: OpenPage, area: Area | null): Promise<readonly MissingPart[]> {
  const { main, requests } = page.watch
  const asked = requests.of(main.document).filter(({ ended, failure }) => failure !== 'blocked' && (!ended || failure !== null))
  const visual = asked.filter(({ type }) => type === 'Image' || type === 'Document')
  const found = await evaluateApart(
    page,
    look(
      area,
      visual.map(({ url }) => url),
    ),
    looked,
  )
  const { loading, failed, shown } = found ?? { loading: [], failed: [], shown: [] }
  const blocked = new Set(requests.of(main.document).flatMap(({ url, failure }) => (failure === 'blocked' ? [url] : [])))
  const whyOf = (url: string) => asked.find((one) => one.url === url)
  const images = (list: readonly string[], why: 'loading' | 'failed') =>
    list.flatMap((url): MissingPart[] =>
      blocked.has(url) ? [] : [{ kind: 'image', url, why: why === 'loading' ? why : failureOf(whyOf(url)) }],
    )
  return [
    ...images(loading, 'loading'),
    ...images(failed, 'failed'),
    ...visual.flatMap((one) => (shown.includes(one.url) ? shownPart(one) : [])),
    ...asked.flatMap((one) => otherPart(one, main.url)),
  ].slice(0, maxParts)
}

/** A background, or the document of a frame. A frame shows whatever its site answers. */
function shownPart({ url, type, ended, failure }: PageRequest): readonly MissingPart[] {
  const kind = type === 'Image' ? 'image' : 'frame'
  if (!ended) return [{ kind, url, why: 'loading' }]
  // It has come while the document was looked at.
  if (failure === null) return []
  return kind === 'frame' && typeof failure === 'number' ? [] : [{ kind, url, why: failureOf({ failure }) }]
}

function otherPart({ url, type, ended, failure }: PageRequest, pageUrl: string): readonly MissingPart[] {
  const kind = kinds[type]
  if (kind === undefined || (ended && failure === null)) return []
  // A script of another site measures the visitors more often than it shows something, and may take its time.
  if (kind === 'script' && (!ended || !isOfSite(url, pageUrl))) return []
  return [{ kind, url, why: ended ? failureOf({ failure }) : 'loading' }]
}

function failureOf(request: Pick<PageRequest, 'failure'> | undefined): 'failed' | number {
  return typeof request?.failure === 'number' ? request.failure : 'failed'
}

function isOfSite(url: string, pageUrl: string): boolean {
  const [one, other] = [URL.parse(url)?.hostname ?? '', URL.parse(pageUrl)?.hostname ?? '']
  return zoneOf(one) === zoneOf(other)
}

/** Pictures that are loading and that failed, and those of these URLs that a frame or the style of an element shows. */
function look(area: Area | null, urls: readonly string[]): string {
  return `(() => {
    const area = ${JSON.stringify(area)}, asked = new Set(${JSON.stringify(urls)}), loading = [], failed = [], shown = new Set()
    const isSeen = (element) => {
      if (!element.checkVisibility()) return false
      const { x, y, width, height } = element.getBoundingClientRect()
      // Pictures of a pixel count visitors. One that has not come may have no size yet.
      if ((width > 0 && width <= 2) || (height > 0 && height <= 2)) return false
      const [left, top] = [x + scrollX, y + scrollY]
      return area === null || (left < area.x + area.width && top < area.y + area.height && left + width >= area.x && top + height >= area.y)
    }
    const images = [...document.images].slice(0, ${maxElements})
    for (const image of images) {
      const url = image.currentSrc || image.src
      asked.delete(url)
      if (url === '' || (image.complete && image.naturalWidth > 0) || !isSeen(image)) continue
      if (image.complete) failed.push(url)
      else loading.push(url)
    }
    if (asked.size > 0) {
      for (const frame of document.querySelectorAll('iframe,frame,object,embed')) {
        const url = frame.src || frame.data
        if (asked.has(url) && isSeen(frame)) shown.add(url)
      }
      for (const element of [...document.body?.getElementsByTagName('*') ?? []].slice(0, ${maxElements})) for (const part of [null, '::before', '::after']) {
        const { backgroundImage, maskImage, listStyleImage, content } = getComputedStyle(element, part)
        for (const [, url] of (backgroundImage + maskImage + listStyleImage + content).matchAll(/url\\("([^"]+)"\\)/g))
          if (asked.has(url) && !shown.has(url) && isSeen(element)) shown.add(url)
      }
    }
    const few = (list) => [...new Set(list)].slice(0, ${maxParts}).map((url) => url.slice(0, 2048))
    return { loading: few(loading), failed: few(failed), shown: few(shown) }
  })()`
}
