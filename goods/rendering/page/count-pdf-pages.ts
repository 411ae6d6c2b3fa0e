const tailBytes = 2_048
const entryBytes = 20
const objectBytes = 4_096

/**
 * The number of pages of a PDF that Chromium made, as its page tree says. Words of a page, such as its title or the description
 * of a picture, can be in the file as plain text too. So nothing is searched for: the way leads from the end of the file over its
 * table of objects.
 * @throws for a file of another form
 */
export function countPdfPages(pdf: Buffer): number {
  const tail = pdf.toString('latin1', Math.max(0, pdf.length - tailBytes))
  const [, root = '', table = ''] =
    /\/Root (\d+) 0 R[^]*\nstartxref\n(\d+)\n%%EOF\s*$/.exec(tail.slice(tail.lastIndexOf('\ntrailer\n'))) ?? []
  const entries = Number(table) + (/^xref\n0 \d+\n/.exec(textAt(pdf, Number(table)))?.[0].length ?? Number.NaN)
  const objectOf = (id: string) => textAt(pdf, Number(textAt(pdf, entries + entryBytes * Number(id)).slice(0, 10)))
  const [, pages = ''] = /^\d+ 0 obj\n<<\/Type \/Catalog\n\/Pages (\d+) 0 R/.exec(objectOf(root)) ?? []
  const [, count] = /^\d+ 0 obj\n<<\/Type \/Pages\n\/Count (\d+)/.exec(objectOf(pages)) ?? []
  if (count === undefined) throw new Error('the browser made a PDF whose pages cannot be counted')
  return Number(count)
}

function textAt(pdf: Buffer, offset: number): string {
  return pdf.toString('latin1', offset, offset + objectBytes)
}
