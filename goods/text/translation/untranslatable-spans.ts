/**
 * What a translation leaves as it is: code, addresses, tags, placeholders, names of handles and tags, words that are half
 * digits, and signs of markup. Every quantifier has a limit, so that no text takes long.
 */
const parts = [
  // Code in backticks.
  /`[^`\n]{1,500}`/,
  // Addresses of the web, e-mail.
  /(?:https?|ftp):\/\/[^\s<>"'`]{1,1000}[^\s<>"'`.,;:!?)\]]/,
  /\bwww\.[^\s<>"'`]{1,500}[^\s<>"'`.,;:!?)\]]/,
  /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}/u,
  // Tags and entities of HTML.
  /<\/?[a-zA-Z!][^<>]{0,500}>/,
  /&#?[a-zA-Z0-9]{1,10};/,
  // Placeholders: {{name}}, {0}, ${name}, %s, %1$d, %(name)s
  /\{\{[^{}]{1,100}\}\}|\$?\{[^{}\s]{1,60}\}/,
  /%(?:\d{1,2}\$)?[sdifx@](?![\p{L}\p{N}])|%\([a-zA-Z_]{1,40}\)[sdif]/u,
  // Handles and tags.
  /[@#][\p{L}\p{N}_]{1,50}/u,
  // Amounts with their sign, numbers with a unit attached, codes: €40m, 5kg, F-16, COVID-19, snake_case
  /[$€£¥]\s?\d[\d.,]{0,20}(?:[a-zA-Z]{1,2}(?![\p{L}\p{N}]))?/u,
  /(?<![\p{L}\p{N}])\d[\d.,]{0,20}\p{L}[\p{L}\p{N}]{0,10}(?![\p{L}\p{N}])/u,
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}]{0,12}-?\d[\p{L}\p{N}-]{0,20}/u,
  /(?<![\p{L}\p{N}_])[\p{L}\p{N}]{1,40}(?:_[\p{L}\p{N}]{1,40}){1,8}/u,
  // Quotation marks, which some modes put elsewhere.
  /["“”„«»]/,
  // A line break inside of a sentence, and signs that mean something in the stream.
  /\s*[\n\r\u0085\u2028\u2029]\s*/,
  /[*#@~|=_^]+/,
]

const source = parts.map((part) => `(?:${part.source})`).join('|')

export const untranslatableSpans = new RegExp(source, 'gu')

/** The same and all numbers, for a sentence in which the engine changed one. */
export const untranslatableSpansAndNumbers = new RegExp(`${source}|\\d(?:[\\d.,:/]{0,30}\\d)?`, 'gu')
