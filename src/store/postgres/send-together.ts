import type pg from 'pg'
import type { Row } from '../store.ts'
import { cellTypes } from './cell-types.ts'
import { roundTrip } from './round-trip.ts'
import type { Bound, Statement } from './statement.ts'

interface Column {
  readonly name: string
  read(text: string): Row[string]
}

/** The statements that each connection has prepared, by name, with their result columns. These are asked for once, and not with every answer. */
const prepared = new WeakMap<pg.ClientBase, Map<string, readonly Column[]>>()

/**
 * Runs statements one after the other in one round trip; gives the rows of each. Where one fails, those after it do not run.
 * @param named prepares each statement once for a connection, under its name; else each is sent in full and planned anew
 */
export async function sendTogether(client: pg.ClientBase, bounds: readonly Bound[], named: boolean): Promise<Row[][]> {
  const columns: (readonly Column[])[] = []
  if (named) for (const { statement } of bounds) columns.push(columnsKnown(client, statement) ?? (await prepare(client, statement)))
  const wires = bounds.map(({ statement, values }) => ({ statement: named ? statement.name : '', values: values.map(wireOf) }))
  const results: Row[][] = bounds.map(() => [])
  let done = 0
  await roundTrip(
    client,
    (connection) => {
      for (const [index, wire] of wires.entries()) {
        if (!named) connection.parse({ name: '', text: bounds[index]!.statement.text, types: [] }, true)
        connection.bind(wire, true)
        if (!named) connection.describe({ type: 'P', name: '' }, true)
        connection.execute(null, true)
      }
    },
    {
      columns: ({ fields }) => void (columns[done] = columnsOf(fields)),
      row: ({ fields }) => void results[done]!.push(rowOf(columns[done]!, fields)),
      done: () => void done++,
    },
  )
  return results
}

function columnsKnown(client: pg.ClientBase, { name }: Statement): readonly Column[] | undefined {
  return prepared.get(client)?.get(name)
}

async function prepare(client: pg.ClientBase, { name, text }: Statement): Promise<readonly Column[]> {
  let columns: readonly Column[] = []
  await roundTrip(
    client,
    (connection) => {
      // A statement whose description was lost is still prepared under this name, and must go first.
      connection.close({ type: 'S', name }, true)
      connection.parse({ name, text, types: [] }, true)
      connection.describe({ type: 'S', name }, true)
    },
    { columns: ({ fields }) => void (columns = columnsOf(fields)) },
  )
  const known = prepared.get(client) ?? new Map<string, readonly Column[]>()
  prepared.set(client, known.set(name, columns))
  return columns
}

function columnsOf(fields: readonly { readonly name: string; readonly dataTypeID: number }[]): readonly Column[] {
  return fields.map(({ name, dataTypeID }) => ({ name, read: cellTypes.getTypeParser(dataTypeID) }))
}

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): Row {
  const row: Row = {}
  for (const [index, { name, read }] of columns.entries()) {
    const text = fields[index] ?? null
    row[name] = text === null ? null : read(text)
  }
  return row
}

/** Bytes travel as they are, lists as the text of an array, whose items are quoted. */
function wireOf(value: unknown): Buffer | string | null {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return `{${value.map((item: string) => `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
  return value as string | null
}
