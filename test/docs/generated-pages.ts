import { networks } from '../../src/chain/networks.ts'
import type { Network } from '../../src/chain/networks/network.ts'
import { lines } from '../../goods/lines.ts'
import { settingsTable } from '../../src/config/config.ts'
import { shippedNetworks } from '../../src/config/network-files.ts'
import { loadGoods, settingsOfOwnLines, sourcesOfLines } from '../../src/service/goods/load-goods.ts'
import { dollarsAndHow } from '../../src/offers/price-in-words.ts'
import type { AnyOffer } from '../../src/offers/offer.ts'
import { lineOf, linesOf } from '../../src/offers/line-of.ts'
import { refusals } from '../../src/payments/wire/refusals.ts'
import { problemList } from '../../src/shared/problem-list.ts'
import type { SourceTerms } from '../../src/sources/policy/source.ts'
import { describedOffers } from '../described-offers.ts'
import { measureSizes } from '../sizes/measure.ts'
import { sizeTables } from '../sizes/table.ts'

const made = '`npm run docs` writes this page from the declarations.'

const ofLines = await settingsOfOwnLines(lines)
const sourcesOfOwnLines = sourcesOfLines(await loadGoods({ mode: 'live' }, lines, {}))

/** Whole pages by their paths. */
export async function generatedPages(): Promise<Readonly<Record<string, string>>> {
  const offers = await describedOffers({
    discovery: { freeCallsPerDay: 25, protocols: ['x402', 'mpp'], networks: [], playMoney: false },
  })
  return {
    'docs/settings.md': `# Settings\n\n${made}\n\n${settingsTable(ofLines).trim()}\n`,
    'docs/offers.md': offersPage(offers),
    'docs/errors.md': errorsPage(offers),
    'docs/source-list.md': sourcesPage(),
    'docs/network-list.md': networksPage(),
  }
}

/** Parts of pages, between `<!-- name -->` and `<!-- /name -->`. */
export async function generatedParts(): Promise<readonly { readonly file: string; readonly name: string; readonly text: string }[]> {
  return [{ file: 'docs/sizes.md', name: 'sizes', text: sizeTables(await measureSizes()) }]
}

/** The page with another text in this part. @throws where the page does not have the part */
export function withPart(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `\n<!-- /${name} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < 0) throw new Error(`the page has no part ${name}`)
  return page.slice(0, from + start.length) + text + page.slice(to)
}

function offersPage(offers: readonly AnyOffer[]): string {
  const lines = linesOf(offers).map((line) => {
    const rows = offers
      .filter((offer) => lineOf(offer) === line)
      .map((offer) => `| \`${offer.id}\` | \`${offer.method} ${offer.template}\` | ${cell(offer.title)} | ${priceOf(offer)} |`)
    return `## ${line}\n\n| offer | route | what it gives | price of a call |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return `# Offers\n\n${made} Prices are the declared ones; an operator may set others. Which of these offers a service sells depends on its settings, sources and engines: its own\n\`/llms.txt\` says it.\n\n${lines.join('\n')}`
}

function priceOf(offer: AnyOffer): string {
  if (offer.access.kind === 'free') return 'free'
  return offer.access.kind === 'daily-quota' ? `some free calls a day, then ${dollarsAndHow(offer)}` : dollarsAndHow(offer)
}

function errorsPage(offers: readonly AnyOffer[]): string {
  const problems = problemList(offers).map(
    ({ code, status, title, fix, retryable }) => `| \`${code}\` | ${status} | ${cell(title)} | ${cell(fix)} | ${retryable ? 'yes' : ''} |`,
  )
  const reasons = Object.entries(refusals).map(([code, { title, fix }]) => `| \`${code}\` | ${cell(title)} | ${cell(fix)} |`)
  return `# Errors

${made} A running service serves each code at \`/errors/{code}\`, and all of them at \`/errors\`: as a page, or as JSON or Markdown by the Accept header.

## Problems

Answers with \`application/problem+json\` (RFC 9457). \`code\` is stable. Retryable: the same request may succeed later.

| code | status | meaning | fix | retryable |
| --- | --- | --- | --- | --- |
${problems.join('\n')}

## Reasons of a refused payment

A 402 with new terms names the reason in \`refusal.code\`. Problem types of MPP are those of its drafts.

| reason | meaning | fix |
| --- | --- | --- |
${reasons.join('\n')}
`
}

type Listed = Pick<SourceTerms, 'id' | 'name' | 'licence' | 'resale' | 'homepage' | 'keySetting'>

function sourcesPage(): string {
  const all: readonly Listed[] = sourcesOfOwnLines
  const rows = all.map(({ id, name, licence, resale, homepage, keySetting }) => {
    return `| \`${id}\` | [${cell(name)}](${homepage}) | ${cell(licence)} | ${resale === 'contract' ? 'with a contract' : 'yes'} | ${keySetting ? `\`${keySetting}\`` : ''} |`
  })
  return `# List of sources\n\n${made} [sources.md](sources.md) says how they are asked and how far each is trusted.\n\n| id | source | licence | may be sold | key |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`
}

function networksPage(): string {
  const row = ({ id, name, slug, asset, gasCoin }: Network) => `| ${name} | \`${id}\` | \`${slug}\` | \`${asset}\` | ${gasCoin} |`
  const head = '| network | CAIP-2 | in settings | USDC | pays gas in |\n| --- | --- | --- | --- | --- |\n'
  return `# List of networks

${made} In the order in which a 402 offers them.

${head}${networks.map(row).join('\n')}

\`EXTRA_NETWORKS\` and \`SANDBOX_NETWORKS\` switch these on, by their names, and networks of your own, by the files that declare them: [adding-a-network.md](adding-a-network.md).

${head}${shippedNetworks().map(row).join('\n')}
`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
