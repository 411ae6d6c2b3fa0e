/** Text of the submission as it may be shown: control characters, characters that reverse text and halves of pairs are replaced. */
export function cleanQuote(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, '\uFFFD')
}
