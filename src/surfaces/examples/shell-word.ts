/** One word of a POSIX shell command that means exactly this text. Shell text cannot contain NUL. */
export function shellWord(text: string): string {
  return `'${text.toWellFormed().replaceAll("'", "'\\''")}'`
}
