/** A count with its noun: `1 day`, `2 days`, `0 days`. `many` is given where the plural is not the singular and an s. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
