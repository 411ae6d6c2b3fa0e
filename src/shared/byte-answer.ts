/** An answer exactly as its maker sent it. */
export interface ByteAnswer {
  readonly status: number
  readonly contentType: string
  /** Of the headers only those that the declaration of the offer lets through are sent. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}
