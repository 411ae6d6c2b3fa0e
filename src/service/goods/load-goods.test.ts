import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError } from '../../config/config.ts'
import { lines } from '../../../goods/lines.ts'
import { GoodsRefused, loadGoods, sourcesByContract, standInsOf } from './load-goods.ts'

const folder = mkdtempSync(join(tmpdir(), 'farthing-goods-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
function file(text: string, ending = 'ts'): string {
  const path = join(folder, `line-${++files}.${ending}`)
  writeFileSync(path, text)
  return path
}

const load = (...goods: string[]) => loadGoods({ goods, mode: 'sandbox' }, lines, {})
const line = (name: string, members = '') =>
  file(`export default ({ goods }) => goods({ name: '${name}', ${members} open: () => ({ offers: [] }) })`)

async function errorsOf(loading: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await loading.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ConfigError) return error.errors
  if (error instanceof GoodsRefused) return [error.message]
  throw new Error('it was loaded', { cause: error })
}

const namesIn = ({ lines: loaded }: Awaited<ReturnType<typeof load>>) => loaded.map(({ line: { name } }) => name)
const own = Object.keys(lines)

test('all, and no entry, is everything that comes with the service; a name is one line of it', async () => {
  for (const goods of [await load('all'), await load()]) {
    expect(namesIn(goods).toSorted()).toEqual(own.toSorted())
    expect(goods.order).toEqual(own)
  }
  expect(namesIn(await load('utilities'))).toEqual(['utilities'])
  // Market takes the reference rates of data.
  expect(namesIn(await load('market', 'data'))).toEqual(['data', 'market'])
})

test('a file alone is sold alone, and beside others where they are named', async () => {
  const tides = line('tides')
  expect(namesIn(await load(tides))).toEqual(['tides'])
  expect(namesIn(await load('all', tides)).toSorted()).toEqual([...own, 'tides'].toSorted())
})

test('types are stripped, and JavaScript is taken as it is', async () => {
  const typed = file(`export default ({ goods }: any) => goods({ name: 'typed' as string, open: () => ({ offers: [] as never[] }) })`)
  const plain = file(`export default ({ goods }) => goods({ name: 'plain', open: () => ({ offers: [] }) })`, 'mjs')
  expect((await load(typed, plain)).lines.map(({ line: { name } }) => name)).toEqual(['typed', 'plain'])
})

test('a misspelt line is refused with the name that was meant', async () => {
  expect(await errorsOf(load('markets', 'tide'))).toEqual([
    'GOODS has markets, which is no line of goods: give market, or a file such as ./markets.ts',
    expect.stringMatching(/^GOODS has tide, which is no line of goods: give all, market, .*, or a file such as \.\/tide\.ts$/) as string,
  ])
})

test('a file that is not one of goods is refused with what is wrong with it', async () => {
  expect(await errorsOf(load(join(folder, 'missing.ts')))).toEqual([expect.stringContaining('there is no such file in') as string])
  expect(await errorsOf(load(file('export const a = 1')))).toEqual([expect.stringContaining('exports no line of goods') as string])
  expect(await errorsOf(load(file('export default 7')))).toEqual([expect.stringContaining('exports no line of goods') as string])
  expect(await errorsOf(load(file('import "no-such-package"')))).toEqual([expect.stringContaining('could not be loaded') as string])
  expect(await errorsOf(load(file('throw new Error("no luck")')))).toEqual([expect.stringContaining('no luck') as string])
  expect(await errorsOf(load(line('Tide Tables')))).toEqual([expect.stringContaining('its name must be kebab-case') as string])
})

test('a module in a folder of CommonJS is refused with the name that it needs', async () => {
  const inside = join(folder, 'commonjs')
  mkdirSync(inside)
  writeFileSync(join(inside, 'package.json'), '{"type":"commonjs"}')
  const path = join(inside, 'tides.ts')
  writeFileSync(path, 'export default ({ goods }) => goods({ name: "tides", open: () => ({ offers: [] }) })')
  expect(await errorsOf(load(path))).toEqual([expect.stringContaining(`name it ${path.replace('.ts', '.mts')}`) as string])
})

test.each([
  [`settings: { a: setting('tides_key', '') },`, 'in capitals'],
  [`sources: { a: source({ id: 'A B', baseUrl: 'https://a.example' }) },`, 'must be kebab-case'],
  [`sources: { a: source({ id: 'a', baseUrl: 'ftp://a.example' }) },`, 'baseUrl'],
  [`tables: { a: table({ name: 'a' }), b: table({ name: 'a' }) },`, 'declared twice'],
])('a declaration with %s is refused', async (members, said) => {
  const path = file(
    `export default ({ goods, setting, source, table }) => goods({ name: 'tides', ${members} open: () => ({ offers: [] }) })`,
  )
  expect(await errorsOf(load(path))).toEqual([expect.stringContaining(said) as string])
})

test('two lines may not have one name, nor one source, and no line that of ours', async () => {
  expect(await errorsOf(load(line('tides'), line('tides')))).toEqual([expect.stringContaining('two lines that are called tides') as string])
  expect(await errorsOf(load(line('market')))).toEqual([expect.stringContaining('two lines that are called market') as string])
  const withSource = (name: string) =>
    line(name, `sources: { a: { id: 'office', baseUrl: 'https://a.example', resale: 'contract', create: () => 1 } },`)
  expect(await errorsOf(load(withSource('one'), withSource('other')))).toEqual([
    'one and other both declare the source office: one of them needs another id',
  ])
  expect(sourcesByContract(await load(withSource('one')))).toEqual(['office'])
})

test('what a line needs must be provided, and who provides it is opened first', async () => {
  const taker = line('taker', `needs: ['gauge'], uses: ['nothing'],`)
  const giver = line('giver', `provides: ['gauge'],`)
  expect(await errorsOf(load(taker))).toEqual(['GOODS has taker, which needs gauge: name a line that provides it, or leave taker out'])
  expect((await load(taker, giver)).lines.map(({ line: { name } }) => name)).toEqual(['giver', 'taker'])
  const screener = line('screener', `needs: ['screening'],`)
  expect(await errorsOf(load(screener))).toHaveLength(1)
  expect((await load(screener, 'screening')).lines.map(({ line: { name } }) => name)).toEqual(['screening', 'screener'])
})

test('stand-ins are asked for only when they are served', async () => {
  const loaded = await load(line('tides', `standIns: () => ({ office: () => ({ body: {} }) }),`), line('plain'))
  expect(Object.keys(await standInsOf(loaded)({}))).toEqual(['office'])
})
