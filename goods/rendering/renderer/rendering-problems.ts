import { problem } from '../../../src/goods/door.ts'

/** Problems that only offers which render pages have. */
export const renderingProblems = {
  pageUnreachable: problem({
    code: 'page_unreachable',
    decidedBy: 'caller',
    status: 502,
    title: 'Page cannot be shown',
    fix: 'Check that the address is public and answers. A payment that was settled is a credit: send it again.',
    retryable: true,
  }),
  renderingFailed: problem({
    code: 'rendering_failed',
    decidedBy: 'caller',
    status: 500,
    title: 'Page could not be rendered',
    fix: 'A payment that was settled is a credit: send it again.',
    retryable: true,
  }),
  siteLimited: problem({
    code: 'site_limited',
    decidedBy: 'us',
    status: 503,
    title: 'Site visited too often',
    fix: 'This service limits what it exchanges with one site in an hour. A payment that was settled is a credit: send it again after Retry-After seconds.',
    retryable: true,
  }),
}

/** Of a document, besides these. */
export const documentTooLarge = problem({
  code: 'document_too_large',
  decidedBy: 'caller',
  status: 422,
  title: 'Document too large',
  fix: 'Ask for a smaller document, or for one in parts.',
})
