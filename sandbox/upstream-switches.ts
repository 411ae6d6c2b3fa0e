/** The failures that the stand-ins for the upstreams can be switched to, and back. */
export interface UpstreamSwitches {
  /** What each stand-in does now, by source id. */
  modes(): Promise<Readonly<Record<string, string>>>
  /** @throws Problem `not_found` for an unknown stand-in, `invalid_input` for an unknown mode. */
  set(id: string, mode: unknown): Promise<void>
}
