/** How far an index of a chain's history has got on one network. */
export interface IndexStatus {
  readonly index: string
  readonly network: string
  /**
   * `waiting`: not started, or its node has not answered yet; `absent`: nothing to follow on this chain; `reading`: reading history;
   * `current`; `failing`: its node does not answer, or gives answers that can't be right.
   */
  readonly state: 'waiting' | 'absent' | 'reading' | 'current' | 'failing'
  /** The newest block that was read, and the newest block of the chain at that time. */
  readonly block: number | null
  readonly head: number | null
  /** Final blocks that are not read yet. */
  readonly behind: number | null
  /** Share of the history that was read, from 0 to 1. */
  readonly progress: number | null
  /** ISO time of its first block. */
  readonly since: string | null
  /** ISO time up to which the index is complete. */
  readonly asOf: string | null
}
