/** A member's name in words: `priceChange24h` becomes "Price change 24h", `first_call_free` becomes "First call free". */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/([a-zA-Z])(\d)/g, '$1 $2')
    .trim()
  const lowered = words.replaceAll(/\b([A-Z])(?=[a-z])/g, (letter) => letter.toLowerCase())
  return lowered.slice(0, 1).toUpperCase() + lowered.slice(1)
}
