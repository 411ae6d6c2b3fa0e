/** What a token of the desk may do: each reads; `admin` does everything. */
export type Scope = 'read' | 'refund' | 'price' | 'admin'

/** Who is at the desk. */
export interface Operator {
  /** The name of its token, as the audit trail shows it. */
  readonly name: string
  readonly scope: Scope
}

export function mayDo({ scope }: Operator, needed: Scope): boolean {
  return scope === 'admin' || needed === 'read' || scope === needed
}
