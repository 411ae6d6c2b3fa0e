import { z } from '../../../src/goods/door.ts'
import type { Clock, Timers } from '../../../src/goods/kit/parts.ts'
import { awaitParts, type MissingPart } from './missing-parts.ts'
import type { OpenPage } from './open-page.ts'
import { evaluateApart } from './own-world.ts'
import { areaOf, maxHeightOf, type AreaAsked, type ShownArea } from './picture-area.ts'
import { revealPage } from './reveal-page.ts'

/** How a page came to be shown. */
export interface Shown {
  readonly missing: readonly MissingPart[]
  /** Whether it may lack what loads only when it is seen: there was no time to scroll through it, or it grew each time. */
  readonly unseen: boolean
}

interface ShowingParts {
  /** When the page has had its time, by the clock. */
  readonly until: number
  readonly timers: Timers
  readonly clock: Clock
}

/** Milliseconds to be scrolled through, and for parts that are on their way, for a page whose time is over too. */
const minRevealMs = 1_500
const minPartsMs = 500
/** CSS pixels. What is below is printed without being scrolled to. */
const maxPrintedHeight = 100_000
/** Milliseconds. A movement that ends within them has ended when the page is shown. */
const maxMovementMs = 2_000

/** Prepares the part of a page that a picture shows. @throws Problem `invalid_input` when the selector finds nothing that can be seen */
export async function showArea(page: OpenPage, asked: AreaAsked, parts: ShowingParts): Promise<Shown & { readonly area: ShownArea }> {
  const isWindow = !asked.fullPage && asked.selector === null
  if (isWindow) await evaluateApart(page, toFragment, z.unknown())
  const before = await areaOf(page, asked)
  const maxHeight = asked.fullPage ? maxHeightOf(before.width, asked) : before.y + before.height
  const isBelow = !isWindow && before.y + before.height > asked.height
  const shown = await show(page, isBelow ? maxHeight : null, asked.fullPage ? { ...before, height: maxHeight } : before, parts)
  return { ...shown, area: await areaOf(page, asked) }
}

/** Prepares all of a document to be printed. */
export async function showAll(page: OpenPage, parts: ShowingParts): Promise<Shown> {
  return show(page, maxPrintedHeight, null, parts)
}

async function show(
  page: OpenPage,
  maxHeight: number | null,
  area: Parameters<typeof awaitParts>[1],
  { until, timers, clock }: ShowingParts,
): Promise<Shown> {
  const leftMs = until - clock.now()
  const revealed = maxHeight === null ? null : await revealPage(page, { maxHeight, maxMs: Math.max(minRevealMs, leftMs), timers })
  const missing = await awaitParts(page, area, Math.max(minPartsMs, until - clock.now()), timers)
  await Promise.race([evaluateApart(page, endMovements, z.unknown()), timers.sleep(minPartsMs)])
  return { missing, unseen: revealed !== null && !revealed.whole }
}

/**
 * Chromium scrolls to what the fragment of a URL names. A smooth movement has to end first, and an element that a script has made later is
 * not scrolled to.
 */
const toFragment = `(async () => {
  const id = decodeURIComponent(location.hash.slice(1))
  if (id === '') return
  for (let still = 0, top = scrollY, frames = 0; still < 3 && frames < 60; frames += 1) {
    await new Promise(requestAnimationFrame)
    still = scrollY === top ? still + 1 : 0
    top = scrollY
  }
  const named = document.getElementById(id) ?? document.getElementsByName(id)[0]
  if (scrollY === 0) named?.scrollIntoView({ behavior: 'instant' })
})()`

/** What appears when it is seen mostly does so by a movement. */
const endMovements = `(() => {
  for (const animation of document.getAnimations()) {
    const { endTime } = animation.effect.getComputedTiming()
    if (animation.playState === 'running' && endTime - animation.currentTime <= ${maxMovementMs}) animation.finish()
  }
})()`
