/** Something that was looked for: seen, with who said so and when; or not, with why. */
export type Observed<T> =
  | {
      readonly state: 'observed'
      readonly value: T
      /** Id of the source or network that said so. */
      readonly source: string
      /** Milliseconds since the epoch. */
      readonly observedAt: number
    }
  | {
      readonly state: 'unknown'
      /** A stable snake_case code, such as `network_down`. */
      readonly reason: string
    }

/** One answer per network that was asked, by CAIP-2 id. Whoever is asked stands in it, answering or not. */
export type PerNetwork<T> = Readonly<Record<string, Observed<T>>>

export function isTrue(observed: Observed<boolean>): boolean {
  return observed.state === 'observed' && observed.value
}

/** What those said that answered. */
export function valuesOf<T>(all: PerNetwork<T>): T[] {
  return Object.values(all).flatMap((one) => (one.state === 'observed' ? [one.value] : []))
}
