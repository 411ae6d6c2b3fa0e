/**
 * Every adapter by name, made once in parts.ts from settings (`createSources`), handed to the products.
 * Filled in by the adapters beside it.
 */
export interface Sources {
  /** True when the answers come from the sandbox's stand-ins: each answer made from them says `simulated: true`. */
  readonly simulated: boolean
}
