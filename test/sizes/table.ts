import type { Size, Sizes } from './measure.ts'

/** The sizes as tables in Markdown, for `docs/sizes.md`. */
export function sizeTables(sizes: Sizes): string {
  const cells = ({ bytes, tokens }: Size) => `${grouped(bytes)} | ${grouped(tokens)}`
  const offers = sizes.offers.map(
    ({ id, full, brief, tool }) => `| \`${id}\` | ${cells(full)} | ${brief === null ? '– | –' : cells(brief)} | ${grouped(tool.tokens)} |`,
  )
  const wholes: [string, Size][] = [
    [`the list of all ${sizes.offers.length} tools, as models see it`, sizes.toolList],
    ['the instructions of the MCP server', sizes.instructions],
    ['discovery over HTTP', sizes.discovery],
    ['discovery over MCP, text and structured content together', sizes.discoveryOverMcp],
    ['the largest description of one offer, over MCP', sizes.largestDescription],
  ]
  return [
    '| what a model reads | bytes | tokens |',
    '| --- | ---: | ---: |',
    ...wholes.map(([name, size]) => `| ${name} | ${cells(size)} |`),
    '',
    '| example answer of | full: bytes | tokens | brief: bytes | tokens | its tool: tokens |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...offers,
  ].join('\n')
}

function grouped(count: number): string {
  return count.toLocaleString('en-US')
}
