/** Cleans text so that it cannot end a one-line comment in any of the languages. */
export function commentLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
