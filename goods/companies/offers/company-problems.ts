import { problem } from '../../../src/goods/door.ts'

export const companyNotFound = problem({
  code: 'company_not_found',
  decidedBy: 'caller',
  status: 404,
  title: 'No such company',
  fix: 'Check the id, or look for the company by name with /v1/data/company/search; nothing was charged.',
})
