/**
 * One row of a CSV file (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe in front, whoever wrote it.
 * Null is an empty cell.
 */
export function csvRow(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`
}

function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
