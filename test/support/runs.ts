const areAll = process.env['TEST_RUNS'] === 'all'

/**
 * How often a property is tried: `all` times by `npm run test:slow`, which runs the files `*.fuzz.test.ts` too, and a fifth of that
 * by `npm test`.
 */
export function runsOf(all: number): number {
  return areAll ? all : Math.ceil(all / 5)
}

/** Whether a test does all of its work, not a part of it: in the slow tests. */
export const doesAll = areAll

/**
 * Every `parts`th item from place `part` on, for tests that do the same in several ways; all of them in the slow tests.
 * @param part from 0 on, below `parts`
 */
export function shareOf<T>(items: readonly T[], part: number, parts = 6): readonly T[] {
  return areAll ? items : items.filter((_, index) => index % parts === part)
}
