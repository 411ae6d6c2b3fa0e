import type { Mode } from '../../shared/mode.ts'
import type { Cell, Row } from '../../store/store.ts'
import { movedTables, type MovedTable } from '../move/moved-tables.ts'
import type { ColumnType } from '../payments/payment-columns.ts'

/** Counts changes of this format. */
export const backupFormat = 1

/** The first line of a backup. Times are milliseconds since the epoch. */
export interface BackupHeader {
  readonly farthing: 'backup'
  readonly format: number
  /** The version of Farthing that made it. */
  readonly version: string
  /** Everything that was committed before this moment is in it. */
  readonly takenAt: number
  readonly engine: BackupEngine
  readonly ledger: { readonly id: string | null; readonly mode: Mode | null }
  /** Number of migrations. Rows go only into a database that has as many. */
  readonly schema: number
  readonly tables: readonly BackupTable[]
}

export type BackupEngine = 'sqlite' | 'postgres'

export interface BackupTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
}

/** Payments of a network in one state. Base units. */
export interface BackupSum {
  readonly network: string
  readonly state: string
  readonly theft: boolean
  readonly payments: string
  readonly amount: string
}

/** The last line. Without it a backup is not whole. */
export interface BackupEnd {
  readonly end: true
  /** All rows that are in it. */
  readonly rows: number
  readonly sums: readonly BackupSum[]
  /** Payments whose answer was in a file that is gone; their answers are left out. */
  readonly lostAnswers: number
  /** Of all bytes before this line, before they were compressed. */
  readonly sha256: string
}

/** The lines between: rows of one table. */
export type BackupRows = readonly [table: string, rows: readonly (readonly PackedCell[])[]]

/** Text; an integer, as text where a JSON number is not exact; or bytes in base64. */
type PackedCell = string | number | null

/** It is not a backup, not whole, or was changed; or it is of a version that this one can't restore. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

/** One line of rows of a table. */
export function rowsLine({ name, columns }: MovedTable, rows: readonly Row[]): string {
  const entries = Object.entries(columns)
  return line([name, rows.map((row) => entries.map(([column, type]) => pack(row[column]!, type)))] satisfies BackupRows)
}

export function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

/** @throws BackupRefused where the line holds no rows of a table that this version knows */
export function rowsOfLine(text: string): { readonly table: MovedTable; readonly rows: Row[] } {
  const value: unknown = parse(text)
  const [name, packed] = Array.isArray(value) && value.length === 2 ? (value as unknown as BackupRows) : wrong()
  const table = movedTables.find((one) => one.name === name) ?? wrong()
  const entries = Object.entries(table.columns)
  if (!Array.isArray(packed)) wrong()
  return { table, rows: packed.map((cells) => rowOf(cells, entries)) }
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return wrong()
  }
}

function rowOf(cells: unknown, entries: readonly (readonly [string, ColumnType])[]): Row {
  if (!Array.isArray(cells) || cells.length !== entries.length) wrong()
  return Object.fromEntries(entries.map(([column, type], index) => [column, unpack(cells[index] as PackedCell, type)]))
}

function pack(cell: Cell, type: ColumnType): PackedCell {
  if (cell === null || (type === 'text' && typeof cell === 'string')) return cell
  if (typeof cell === 'bigint') return cell >= -maxExact && cell <= maxExact ? Number(cell) : cell.toString()
  if (cell instanceof Uint8Array) return Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('base64')
  throw new TypeError(`a column of ${type} has ${typeof cell}`)
}

const maxExact = BigInt(Number.MAX_SAFE_INTEGER)

function unpack(cell: PackedCell, type: ColumnType): Cell {
  if (cell === null) return null
  if (type === 'text') return typeof cell === 'string' ? cell : wrong()
  if (type === 'bytea') return typeof cell === 'string' ? new Uint8Array(Buffer.from(cell, 'base64')) : wrong()
  if (typeof cell === 'number' ? !Number.isSafeInteger(cell) : !/^-?\d{1,19}$/.test(cell)) wrong()
  return BigInt(cell)
}

function wrong(): never {
  throw new BackupRefused('a line of it is not one of a backup')
}
