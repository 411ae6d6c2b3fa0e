/**
 * One row of a CSV file (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe in front, whoever wrote it.
 * Null is an empty cell.
 */
export function csvRow(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`
}

/** Most cells have neither, and a list of sales has many millions. */
const special = /^[=+\-@\t]|[",\r\n]/

function csvCell(text: string): string {
  if (!special.test(text)) return text
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
