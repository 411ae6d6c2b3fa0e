import type { Unit } from '../../store/store.ts'
import { audit, type AuditEvent } from './audit.ts'

/** What an operator did, for the audit trail. */
export interface NoteOrderInput extends Omit<AuditEvent, 'kind' | 'at'> {
  readonly at: number
}

export const noteOrder: Unit<NoteOrderInput, void> = {
  name: 'note_order',
  sqlite: (transaction, input) => audit(transaction, { kind: 'ordered', ...input }),
  postgres: {
    text: `INSERT INTO audit (at, kind, subject, detail) VALUES (:at::int8, 'ordered', :subject, :detail)`,
    values: ({ at, subject, detail }) => ({ at: BigInt(at), subject, detail: JSON.stringify(detail) }),
    result: () => undefined,
  },
}
