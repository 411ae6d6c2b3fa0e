/** A name in a header such as `Accept`, in lower case, and how much the caller wants it. */
export interface WeightedName {
  readonly name: string
  /** From 0, which is never, to 1; 1 where none is given. Null for one that RFC 9110 (12.4.2) does not allow. */
  readonly weight: number | null
}

const weightText = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** Reads `gzip;q=0.5, br`, as Accept, Accept-Encoding and Accept-Payment are written. @param most further names are ignored */
export function readWeightedNames(header: string, most?: number): readonly WeightedName[] {
  return header.split(',', most).map((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    const given = parameters.map((one) => /^q\s*=\s*(.*)$/.exec(one)?.[1]).find((weight) => weight !== undefined)
    if (given === undefined) return { name, weight: 1 }
    return { name, weight: weightText.test(given) ? Number(given) : null }
  })
}
