import type { SandboxCompany } from './population/company.ts'
import { sandboxCompanies } from './population/sandbox-companies.ts'
import { childrenOf, modificationsOf, parentOf, recordOf, withLei } from './gleif-records.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInRequest as Asked, StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

const contentType = 'application/vnd.api+json'
const publishEveryMs = 28_800_000

function answer(body: unknown, status = 200, headers = {}): Reply {
  return { ...json(body, status, headers), contentType }
}

const problem = (status: number, title: string, headers = {}) => answer({ errors: [{ status: String(status), title }] }, status, headers)
const goldenCopy = (now: number) => ({ publishDate: `${new Date(now - (now % publishEveryMs)).toISOString().slice(0, 19)}Z` })

function page(all: readonly unknown[], { url, now }: Asked): Reply {
  const [size, number] = ['page[size]', 'page[number]'].map((name, index) =>
    Math.min(200, Number(url.searchParams.get(name) ?? [15, 1][index])),
  )
  const [perPage, currentPage] = [size ?? 15, number ?? 1]
  const from = (currentPage - 1) * perPage
  const lastPage = Math.max(1, Math.ceil(all.length / perPage))
  const data = all.slice(from, from + perPage)
  const pagination = {
    currentPage,
    perPage,
    from: data.length === 0 ? null : from + 1,
    to: data.length === 0 ? null : from + data.length,
    total: all.length,
    lastPage,
  }
  return answer({ meta: { goldenCopy: goldenCopy(now), pagination }, links: { first: url.href, last: url.href }, data })
}

type Record = NonNullable<ReturnType<typeof recordOf>>
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const hasWords = (text: string, wanted: string) =>
  plain(wanted)
    .split(/\s+/)
    .every((word) => plain(text).includes(word))

/** The filters that it knows. */
const filters: Readonly<{ [name: string]: (record: Record, wanted: string) => boolean }> = {
  'entity.registeredAs': ({ attributes }, wanted) => attributes.entity.registeredAs === wanted,
  'entity.legalAddress.country': ({ attributes }, wanted) => attributes.entity.legalAddress.country === wanted,
  'registration.validatedAs': ({ attributes }, wanted) => attributes.registration.validatedAs === wanted,
  'entity.legalName': ({ attributes }, wanted) => hasWords(attributes.entity.legalName.name, wanted),
  fulltext: ({ attributes }, wanted) => hasWords(JSON.stringify(attributes), wanted),
  lei: ({ id }, wanted) => id === wanted,
}

function search(asked: Asked): Reply {
  const given = [...asked.url.searchParams].flatMap(([name, wanted]) => {
    const filter = /^filter\[(.+)\]$/.exec(name)?.[1]
    return filter === undefined ? [] : [{ matches: filters[filter], wanted }]
  })
  if (given.some(({ matches }) => !matches)) return problem(400, 'Bad Request')
  const records = sandboxCompanies.map((one) => recordOf(one, asked.now)).filter((one) => one !== null)
  return page(
    records.filter((record) => given.every(({ matches, wanted }) => matches?.(record, wanted))),
    asked,
  )
}

const levels = ['direct-parent', 'ultimate-parent']

function below(company: SandboxCompany, what: string, asked: Asked): Reply {
  if (what === 'field-modifications') return page(modificationsOf(company, asked.now), asked)
  if (what === 'direct-children') {
    const children = childrenOf(company)
    return page(
      children.map((one) => recordOf(one, asked.now)),
      asked,
    )
  }
  const level = levels.find((one) => what.startsWith(one)) ?? ''
  const parent = parentOf(company, level)
  if (what === level && parent) return single(parent, asked)
  if (what !== `${level}-reporting-exception` || parent) return problem(404, 'Not Found')
  const category = `${level === 'direct-parent' ? 'DIRECT' : 'ULTIMATE'}_ACCOUNTING_CONSOLIDATION_PARENT`
  const attributes = {
    lei: company.lei,
    category,
    reason: company.directParent === undefined ? 'NATURAL_PERSONS' : 'NO_LEI',
    reference: null,
  }
  return answer({
    meta: { goldenCopy: goldenCopy(asked.now) },
    data: { type: 'reporting-exceptions', id: `${company.key}-${level}`, attributes },
  })
}

function single(company: SandboxCompany, { now }: Asked): Reply {
  const data = recordOf(company, now)
  return data ? answer({ meta: { goldenCopy: goldenCopy(now) }, data }) : problem(404, 'Not Found')
}

/** https://www.gleif.org/en/lei-data/gleif-api */
export const gleif: StandIn = {
  answer(asked) {
    const { pathname } = asked.url
    if (pathname === '/lei-records') return search(asked)
    const [, lei = '', what] = /^\/lei-records\/([0-9A-Z]{20})(?:\/([a-z-]+))?$/.exec(pathname) ?? []
    const company = withLei(lei)
    if (!company) return problem(404, 'Not Found')
    return what === undefined ? single(company, asked) : below(company, what, asked)
  },
  rateLimited: problem(429, 'Too Many Requests', retryAfter),
  broken: problem(503, 'Service Unavailable'),
}
