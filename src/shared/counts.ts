/**
 * What is counted by the hour, for people: `calls` are the calls of offers (see `call-count.ts`), `terms-ms` and `paid-ms` how long terms and
 * paid answers took (see `duration-count.ts`), `health` what the checks found, once a minute.
 */
export const countNames = ['calls', 'terms-ms', 'paid-ms', 'health'] as const
export type CountName = (typeof countNames)[number]

/** Counts events in memory, so that an event costs no I/O. They are stored a little later, so a crash may lose the newest. */
export interface Counts {
  /** @param instead the key under which it is counted where the hour has too many keys already; that set must be small */
  add(name: CountName, key: string, instead?: () => string): void
}
