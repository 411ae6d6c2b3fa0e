/** Switches that make the upstreams' stand-ins fail, and work again. */
export interface UpstreamSwitches {
  /** Current mode of each stand-in, by source id. A part of one that has a fault is in it too, such as `vies:DE`. */
  modes(): Promise<Readonly<Record<string, string>>>
  /** `id` is a stand-in or a part of one. @throws Problem `not_found` for an unknown stand-in, `invalid_input` for an unknown mode. */
  set(id: string, mode: unknown): Promise<void>
}
