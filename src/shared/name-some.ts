/** The names in a list for people and models, the first of them where there are many: `a, b, c and 23 more`. */
export function nameSome(names: readonly string[], most: number): string {
  const left = names.length - most
  return left > 0 ? `${names.slice(0, most).join(', ')} and ${left} more` : names.join(', ')
}
