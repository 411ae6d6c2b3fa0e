import type { ListedProblem } from '../../../shared/problem-list.ts'
import { html, nothing } from '../html.ts'
import { basePath, framed, type PageFacts } from '../page-frame.ts'

/** One code, and how to mend it. */
type Explained = Pick<ListedProblem, 'code' | 'status' | 'title' | 'fix' | 'retryable'>

/** The pages at `/errors` and `/errors/{code}`: what a code means, and what to do then. */
export function errorsPage(explained: readonly Explained[], facts: PageFacts): string {
  const [one] = explained
  const isAll = explained.length !== 1 || one === undefined
  const base = basePath(facts.publicUrl)
  return framed(facts, {
    title: isAll ? `Errors: ${facts.name}` : `${one.code}: ${one.title}`,
    path: isAll ? '/errors' : `/errors/${one.code}`,
    isPlain: true,
    main: html`
      ${isAll ? nothing : html`<p class="crumbs"><a href="${base}/errors">Errors</a> / ${one.code}</p>`}
      <h1>${isAll ? 'Errors' : one.title}</h1>
      <p class="lead">
        ${isAll ? 'Every error is a JSON object with one of these codes. The code says what to do.' : html`Status ${one.status}, code <code>${one.code}</code>.`}
      </p>
      ${
        isAll
          ? table(explained, base)
          : html`<p>${one.fix}</p>
              <p>${one.retryable ? 'The same request may succeed later.' : 'The same request gets the same answer again.'}</p>`
      }
    `,
  })
}

function table(explained: readonly Explained[], base: string) {
  return html`<table class="cards">
    <thead>
      <tr>
        <th scope="col">Status</th>
        <th scope="col">Code</th>
        <th scope="col">What to do</th>
      </tr>
    </thead>
    <tbody>
      ${explained.map(
        ({ code, status, title, fix }) =>
          html`<tr id="${code}">
            <td data-label="Status">${status}</td>
            <td data-label="Code">
              <a href="${base}/errors/${code}"><code>${code}</code></a
              ><br /><span class="small quiet">${title}</span>
            </td>
            <td data-label="What to do">${fix}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}
