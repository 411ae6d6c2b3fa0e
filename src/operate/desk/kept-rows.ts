/** Rows of JSON by key that all instances share, in the ledger's database. */
export interface KeptRows<Row> {
  /** Null where there is none. */
  get(key: string): Promise<Row | null>
  put(key: string, row: Row): Promise<void>
  /** Changes one row, or removes it with null. `change` may run several times, so it only computes. @returns what is stored now */
  update(key: string, change: (row: Row | null) => Row | null): Promise<Row | null>
  /** False where there was none. */
  remove(key: string): Promise<boolean>
  list(options?: {
    readonly prefix?: string
    readonly after?: string
    readonly limit?: number
  }): Promise<{ readonly key: string; readonly row: Row }[]>
}
