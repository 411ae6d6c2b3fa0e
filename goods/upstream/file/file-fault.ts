/** Something that is wrong in a file, and where. */
export interface FileFault {
  /** `offers[2].price`; empty for the whole file. */
  readonly at: string
  readonly message: string
  /** Of where it is, counted from 1; null where that is not known. */
  readonly line: number | null
  readonly column: number | null
}

export type Path = readonly (string | number)[]

/** `offers[2].price`, `upstreams.tides.url`. */
export function memberText(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}

/** `offers.yaml:12:7: offers[2].price: expected …`, as compilers write it, so that editors can jump there. */
export function faultText(file: string, { at, message, line, column }: FileFault): string {
  const place = line === null ? file : `${file}:${line}:${column ?? 1}`
  return `${place}: ${at === '' ? '' : `${at}: `}${message}`
}
