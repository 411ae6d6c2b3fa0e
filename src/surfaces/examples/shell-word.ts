/** One word of a POSIX shell command that stands for exactly this text. Text can't hold NUL there. */
export function shellWord(text: string): string {
  return `'${text.toWellFormed().replaceAll("'", "'\\''")}'`
}
