/** The failures that a stand-in can be switched to, and back; `modes` tells which ones there are. */
export interface UpstreamSwitches {
  /** What each stand-in does now. */
  modes(): Promise<Readonly<Record<string, unknown>>>
  /** @throws Problem `not_found` for an unknown stand-in, `invalid_input` for an unknown mode. */
  set(id: string, mode: unknown): Promise<void>
}
