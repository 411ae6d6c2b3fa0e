import { html } from '../console/html.ts'
import { framed, type PageFacts } from '../console/page-frame.ts'

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

/** The page for people, at a path below the service's address. */
export function legalHtml({ title, sections }: LegalDocument, path: string, facts: PageFacts): string {
  return framed(facts, {
    title: `${title} - ${facts.name}`,
    path,
    isPlain: true,
    main: html`<h1>${title}</h1>
      ${sections.map(
        ({ heading, parts }) =>
          html`<h2>${heading}</h2>
            ${parts.map(htmlPart)}`,
      )}`,
  })
}

function htmlPart(part: string | readonly string[]) {
  return typeof part === 'string'
    ? html`<p>${part}</p>`
    : html`<ul>
        ${part.map((item) => html`<li>${item}</li>`)}
      </ul>`
}
