/** One line of the service, made wrong on purpose to check that the simulator catches it. */
export interface PlantedFault {
  readonly name: string
  /** What the service then does wrong. */
  readonly what: string
  /** Path within `src/`, and a text that occurs there exactly once. */
  readonly file: string
  readonly find: string
  readonly replace: string
  /** It shows only when several instances share a database. */
  readonly several?: true
}
