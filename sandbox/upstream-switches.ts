/** Switches that make the upstreams' stand-ins fail, and work again. */
export interface UpstreamSwitches {
  /** Current mode of each stand-in, by source id. */
  modes(): Promise<Readonly<Record<string, string>>>
  /** @throws Problem `not_found` for an unknown stand-in, `invalid_input` for an unknown mode. */
  set(id: string, mode: unknown): Promise<void>
}
