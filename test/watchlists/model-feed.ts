import { Problem } from '../../src/shared/problems.ts'
import { utcDay } from '../../src/shared/clock.ts'
import type { SeededRandom } from '../simulator/world/seeded-random.ts'

export const dayMs = 86_400_000

/** A notice of the model: published under a day, and seen from a moment on that may be weeks later. */
export interface Notice {
  readonly id: string
  readonly day: string
  readonly visibleAt: number
}

/** What a source gives at a moment. */
export interface FeedAnswer {
  readonly notices: readonly Notice[]
  readonly answeredUntil: string
}

/** A source of notices, as a product of a watchlist asks it. */
export interface Feed {
  /** All that it has since a day. @throws Problem during an outage */
  read(fromDay: string, now: number): Promise<FeedAnswer>
  /** The truth: everything that was published since a day and can be seen at this moment. */
  all(fromDay: string, now: number): readonly string[]
}

/** Notices on weekdays: bursts, late ones, corrections with a number of their own, and lists that name some of them twice. */
export function createModelFeed(random: SeededRandom, start: number, days: number): Feed {
  const notices: Notice[] = []
  const publish = (at: number) => {
    const late = random.chance(0.08) ? random.between(1, 20) * dayMs : 0
    const id = `${100_000 + notices.length}-2026`
    notices.push({ id, day: utcDay(at), visibleAt: at + late + random.between(0, 3_600_000) })
    if (random.chance(0.05)) {
      const corrected = at + late + random.between(1, 5) * dayMs
      notices.push({ id: `${100_000 + notices.length}-2026`, day: utcDay(corrected), visibleAt: corrected })
    }
  }
  for (let day = -40; day < days; day++) {
    const at = start + day * dayMs + 8 * 3_600_000
    if ([0, 6].includes(new Date(at).getUTCDay())) continue
    const count = random.chance(0.02) ? 70 : random.between(0, 4)
    for (let number = 0; number < count; number++) publish(at)
  }
  // Three days in a hundred it does not answer, and three in a hundred only what was known some days ago.
  const standing = Array.from({ length: days + 2 }, () => (random.chance(0.03) ? 'down' : random.chance(0.03) ? 'stale' : 'up'))

  return {
    async read(fromDay, now) {
      const today = standing[Math.floor((now - start) / dayMs)] ?? 'up'
      if (today === 'down') throw new Problem('upstream_unavailable', 'The source does not answer.', { retryAfter: 30 })
      const asOf = today === 'stale' ? now - 2 * dayMs : now
      const found = notices.filter(({ day, visibleAt }) => day >= fromDay && visibleAt <= asOf)
      return { notices: [...found, ...found.filter((_, index) => index % 7 === 0)], answeredUntil: utcDay(asOf) }
    },
    all: (fromDay, now) => notices.filter(({ day, visibleAt }) => day >= fromDay && visibleAt <= now).map(({ id }) => id),
  }
}
