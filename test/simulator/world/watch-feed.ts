import type { Day } from '../../../src/offers/watchlist/day.ts'
import { utcDay, type Clock } from '../../../src/shared/clock.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A run lasts minutes and a watchlist goes by days, so the calendar of the feed runs faster than the clock. */
const feedDayMs = 4_000
const dayMs = 86_400_000
/** A call may ask for days in the past only, so the feed's calendar begins long ago. */
const calendarBehindDays = 200
/** Days of the feed with publications; day 0 begins with the run. */
const firstDay = -30
const lastDay = 14
const maxLateDays = 20
/** On the quiet topic nothing can be seen before this day, and everything is late. */
const quietUntilDay = 7
const lastAnsweredDay = 200

export const topics = ['lively', 'lively', 'quiet'] as const
export type Topic = (typeof topics)[number]

/** Something that is published under a day, and can be seen from a moment on. */
export interface Notice {
  readonly id: string
  readonly day: Day
  readonly visibleAt: number
}

/** A source that publishes while a run goes on. The seed and the clock decide what it answers, and nothing else does. */
export interface WatchFeed {
  /** What can be seen of a topic now, from a day on. Sometimes the source is some days behind. */
  read(topic: string, fromDay: Day): { readonly notices: readonly Notice[]; readonly answeredUntil: Day }
  /** Everything that the topic ever publishes from a day on. */
  all(topic: string, fromDay: Day): readonly Notice[]
  /** The calendar day of a day of the feed. */
  day(number: number): Day
}

/** @param clock of the world: the feed runs on another machine */
export function createWatchFeed(random: SeededRandom, clock: Clock): WatchFeed {
  const startedAt = clock.now()
  const day = (number: number) => utcDay(startedAt + (number - calendarBehindDays) * dayMs)
  const notice = (id: string, published: number, visible: number): Notice => ({
    id,
    day: day(published),
    visibleAt: startedAt + visible * feedDayMs + random.between(0, feedDayMs - 1),
  })
  const lively: Notice[] = []
  const quiet: Notice[] = []
  for (let number = firstDay; number <= lastDay; number++) {
    const count = random.chance(0.08) ? random.between(5, 9) : random.between(0, 2)
    for (let index = 0; index < count; index++) {
      const late = random.chance(0.15) ? random.between(1, maxLateDays) : 0
      lively.push(notice(`lively-${number}-${index}`, number, number + late))
    }
    if (number >= quietUntilDay - maxLateDays && random.chance(0.4))
      quiet.push(notice(`quiet-${number}`, number, Math.max(quietUntilDay, number + random.between(1, maxLateDays))))
  }
  const behindDays = Array.from({ length: lastAnsweredDay }, () => (random.chance(0.1) ? random.between(1, 6) : 0))
  const of = (topic: string) => (topic === 'quiet' ? quiet : lively)

  return {
    day,
    read(topic, fromDay) {
      const today = Math.floor((clock.now() - startedAt) / feedDayMs)
      const behind = behindDays[today] ?? 0
      const seenAt = clock.now() - behind * feedDayMs
      return {
        notices: of(topic).filter((one) => one.day >= fromDay && one.visibleAt <= seenAt),
        answeredUntil: day(today - behind),
      }
    },
    all: (topic, fromDay) => of(topic).filter((one) => one.day >= fromDay),
  }
}
