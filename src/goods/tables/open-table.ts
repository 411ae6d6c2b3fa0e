import type { Store } from '../../store/store.ts'
import { rowForms, type RowsTable } from './rows.ts'
import type { LineTable, Table } from './table.ts'

/** Characters. A longer key can't be stored. */
const maxKey = 512
/** Bytes of JSON. A larger row can't be stored. */
const maxRowBytes = 1_000_000
/** Rows of one list at most. */
const maxListed = 1_000
/** A row that many others change at once is tried so often before the change fails. */
const maxTries = 50

/** Opens a table of a line in the store that keeps its kind. */
export function openTable<Row>(line: string, declared: LineTable<Row>, store: Pick<Store, 'read' | 'write'>): Table<Row> {
  const forms = rowForms(tableOf(declared))
  const { name } = declared
  const place = (key: string) => ({ line, name, key: checkedKey(key, name) })
  const parsed = (text: string): Row => declared.row.parse(JSON.parse(text))

  return {
    async get(key) {
      const found = await store.read(forms.get, place(key))
      return found && parsed(found.row)
    },
    put: async (key, row) => store.write(forms.put, { ...place(key), row: encoded(row, declared) }),
    async update(key, change) {
      const at = place(key)
      for (let tries = 0; tries < maxTries; tries++) {
        const found = await store.read(forms.get, at)
        const next = change(found && parsed(found.row))
        const row = next === null ? null : encoded(next, declared)
        if (await store.write(forms.change, { ...at, seen: found?.version ?? 0n, row })) return next
      }
      throw new Error(`a row of ${name} was changed by others ${maxTries} times while it was to be updated`)
    },
    remove: async (key) => store.write(forms.remove, place(key)),
    async list({ prefix = '', after = '', limit = 100 } = {}) {
      const rows = await store.read(forms.list, { line, name, prefix, after, limit: Math.max(0, Math.min(limit, maxListed)) })
      return rows.map(({ key, row }) => ({ key, row: parsed(row) }))
    },
  }
}

function tableOf({ kept }: LineTable): RowsTable {
  return kept === 'shared' ? 'goods_rows' : 'instance_rows'
}

function checkedKey(key: string, table: string): string {
  if (key.length === 0 || key.length > maxKey || key.includes('\0') || !key.isWellFormed())
    throw new RangeError(`a key of ${table} is text of 1 to ${maxKey} characters`)
  return key
}

function encoded<Row>(row: Row, { row: schema, name }: LineTable<Row>): string {
  const text = JSON.stringify(schema.parse(row))
  if (text === undefined || Buffer.byteLength(text) > maxRowBytes)
    throw new RangeError(`a row of ${name} takes at most ${maxRowBytes} bytes as JSON`)
  return text
}
