/** A Python expression for a JSON value. */
export function pythonLiteral(value: unknown): string {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([name, member]) => `${pythonLiteral(name)}: ${pythonLiteral(member)}`)
      .join(', ')}}`
  }
  // Every escape of a JSON string means the same in Python, and every JSON number is valid there.
  return JSON.stringify(value)
}
