/** One line of the service made wrong on purpose, to see that the simulator catches it. */
export interface PlantedFault {
  readonly name: string
  /** What the service does wrong then. */
  readonly what: string
  /** Within `src/`, and what stands there exactly once. */
  readonly file: string
  readonly find: string
  readonly replace: string
  /** It shows only where several instances share a database. */
  readonly several?: true
}
