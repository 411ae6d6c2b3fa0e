/** The outcome of looking for something: the value, with its source and time; or `unknown`, with the reason. */
export type Observed<T> =
  | {
      readonly state: 'observed'
      readonly value: T
      /** Id of the source or network that gave the value. */
      readonly source: string
      /** Milliseconds since the epoch. */
      readonly observedAt: number
    }
  | {
      readonly state: 'unknown'
      /** A stable snake_case code, such as `network_down`. */
      readonly reason: string
    }

/** One entry for each network that was asked, by CAIP-2 id. A network that did not answer has an `unknown` entry. */
export type PerNetwork<T> = Readonly<Record<string, Observed<T>>>

export function isTrue(observed: Observed<boolean>): boolean {
  return observed.state === 'observed' && observed.value
}

/** The values of the networks that answered. */
export function observedValues<T>(all: PerNetwork<T>): T[] {
  return Object.values(all).flatMap((one) => (one.state === 'observed' ? [one.value] : []))
}

/** Picks one observation of each network. `pick` returns null for a network that is not asked for it. */
export function perNetwork<N extends string, S, T>(
  networks: ReadonlyMap<N, S>,
  pick: (seen: S, network: N) => Observed<T> | null,
): PerNetwork<T> {
  return Object.fromEntries(
    [...networks].flatMap(([id, seen]) => {
      const one = pick(seen, id)
      return one === null ? [] : [[id, one] as const]
    }),
  )
}
