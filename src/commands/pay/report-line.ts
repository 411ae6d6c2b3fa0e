/** A line of the report of a call for people; nothing for null. */
export function reportLine(name: string, value: string | null): string {
  return value === null ? '' : `${name.padEnd(12)} ${value}\n`
}
