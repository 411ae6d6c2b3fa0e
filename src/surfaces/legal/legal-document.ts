import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** A page of the law: paragraphs, and lists of sentences. */
export interface LegalDocument {
  readonly title: string
  readonly sections: readonly { readonly heading: string; readonly parts: readonly (string | readonly string[])[] }[]
}

/** The page in CommonMark; nothing in it is taken for markup. */
export function legalMarkdown({ title, sections }: LegalDocument): string {
  const part = (one: string | readonly string[]) =>
    typeof one === 'string' ? escapeMarkdown(one) : one.map((item) => `- ${escapeMarkdown(item)}`).join('\n')
  return `${[`# ${escapeMarkdown(title)}`, ...sections.flatMap(({ heading, parts }) => [`## ${heading}`, ...parts.map(part)])].join('\n\n')}\n`
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`)
}

/** The page in plain HTML, without a script. */
export function legalHtml({ title, sections }: LegalDocument): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" type="image/svg+xml" href="../favicon.svg" />
        <link rel="stylesheet" href="../style.css" />
      </head>
      <body>
        <h1>${title}</h1>
        ${sections.map(
          ({ heading, parts }) =>
            html`<h2>${heading}</h2>
              ${parts.map(htmlPart)}`,
        )}
        <p><a href="terms">Terms</a>, <a href="privacy">privacy</a>, <a href="refunds">refunds</a>, <a href="../">the service</a></p>
      </body>
    </html> `
  // The result is a string object, not a promise, because nothing in the template is asynchronous.
  return (page as HtmlEscapedString).toString()
}

function htmlPart(part: string | readonly string[]) {
  return typeof part === 'string'
    ? html`<p>${part}</p>`
    : html`<ul>
        ${part.map((item) => html`<li>${item}</li>`)}
      </ul>`
}
