/** A JavaScript expression for a JSON value. */
export function javascriptLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(javascriptLiteral).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => `${memberName(name)}: ${javascriptLiteral(member)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  return typeof value === 'string' ? javascriptString(value) : JSON.stringify(value)
}

/** In single quotes, as this project writes them, if nothing must be escaped. */
export function javascriptString(text: string): string {
  if (/^[ -~]*$/.test(text) && !/['\\]/.test(text)) return `'${text}'`
  // Allowed in strings since 2019; older parsers treat them as the end of the line.
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

function memberName(name: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__') return name
  // Without brackets this name would set the prototype.
  return name === '__proto__' ? `['__proto__']` : javascriptString(name)
}
