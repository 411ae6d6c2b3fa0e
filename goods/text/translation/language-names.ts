/** English names of the languages of tested routes, by ISO 639-1 code. */
export const languageNames: Readonly<Record<string, string>> = {
  ca: 'Catalan',
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  gl: 'Galician',
  it: 'Italian',
  pt: 'Portuguese',
}
