import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ConfigError, type Config } from '../../config/config.ts'
import { readGoodsSettings } from '../../config/goods.ts'
import { door, type GoodsModule } from '../../goods/door.ts'
import { isGoodsLine, type Goods } from '../../goods/goods.ts'
import type { LineSource } from '../../goods/source.ts'
import type { StandIn } from '../../goods/stand-in.ts'
import { nearestName } from '../../shared/nearest-name.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import { builtInLines, type BuiltInLine } from './built-in-lines.ts'

/** A line of goods that did not come with the service, with the values of its settings. */
export interface LoadedLine {
  readonly line: Goods
  readonly settings: Readonly<Record<string, unknown>>
  /** The file that GOODS names. */
  readonly from: string
}

/** What the service sells. */
export interface LoadedGoods {
  readonly builtIn: ReadonlySet<BuiltInLine>
  readonly lines: readonly LoadedLine[]
  /** The text of every secret of the lines, for the log to redact. */
  readonly secrets: readonly string[]
}

/** A file of goods can't be read, or is not one. */
export class GoodsRefused extends OperatorError {
  override readonly name = 'GoodsRefused'
}

/** Makes the line that sells what a file of offers says. It is handed in, since nothing here knows a line. */
export type LineOfFile = (path: string) => Promise<Goods>

async function lineOf(path: string, make: LineOfFile | undefined): Promise<Goods> {
  if (!make) throw new GoodsRefused('OFFERS_FILE is not read by this command')
  return make(path)
}

/** Everything that comes with the service, and nothing else. */
export const allBuiltIn: LoadedGoods = { builtIn: new Set(builtInLines), lines: [], secrets: [] }

/** Nothing. */
export const noGoods: LoadedGoods = { builtIn: new Set(), lines: [], secrets: [] }

/**
 * Loads the lines that GOODS names, and that of OFFERS_FILE. An entry with a slash or a dot is a file, relative to the working directory; `all` is everything that
 * comes with the service.
 * @throws ConfigError with every wrong name and setting; GoodsRefused for a file that is not one of goods
 */
export async function loadGoods(
  { goods: given, offersFile, mode }: Pick<Config, 'goods' | 'offersFile' | 'mode'>,
  lineOfFile?: LineOfFile,
): Promise<LoadedGoods> {
  const names = given ?? (offersFile === null ? ['all'] : [])
  if (names.length === 0 && offersFile === null) return allBuiltIn
  const files = names.filter(isFile)
  const named = names.filter((name) => !isFile(name))
  const unknown = named.filter((name) => name !== 'all' && !isBuiltIn(name))
  if (unknown.length > 0) throw new ConfigError(unknown.map(unknownLine))
  const builtIn = named.includes('all') ? allBuiltIn.builtIn : new Set(named.filter(isBuiltIn))
  const lines: LoadedLine[] = []
  const errors: string[] = []
  const secrets: string[] = []
  const opened = offersFile === null ? [] : [{ from: offersFile, line: await lineOf(offersFile, lineOfFile) }]
  for (const from of files) opened.push({ from, line: await loadLine(from) })
  for (const { from, line } of opened) {
    const taken = isBuiltIn(line.name) || lines.some((other) => other.line.name === line.name)
    if (taken) errors.push(`GOODS has two lines that are called ${line.name}: ${from} needs another name`)
    const read = readGoodsSettings(line.name, line.settings ?? {}, mode)
    errors.push(...read.errors)
    secrets.push(...read.secrets)
    lines.push({ line, settings: read.values, from })
  }
  errors.push(...missingPorts(lines, builtIn), ...sharedSources(lines))
  if (errors.length > 0) throw new ConfigError(errors)
  return { builtIn, lines: inOrder(lines), secrets }
}

/** The stand-ins of the loaded lines' sources, by source id. */
export async function standInsOf({ lines }: LoadedGoods): Promise<Readonly<Record<string, StandIn>>> {
  const all = await Promise.all(lines.map(async ({ line }) => (await line.standIns?.()) ?? {}))
  return Object.assign({}, ...all) as Readonly<Record<string, StandIn>>
}

/** Their sources whose answers may be sold only under a contract. */
export function sourcesByContract({ lines }: Pick<LoadedGoods, 'lines'>): string[] {
  return lines.flatMap(({ line }) =>
    Object.values<LineSource>(line.sources ?? {}).flatMap(({ id, resale }) => (resale === 'contract' ? [id] : [])),
  )
}

function isFile(name: string): boolean {
  return /[/\\.]/.test(name)
}

function isBuiltIn(name: string): name is BuiltInLine {
  return (builtInLines as readonly string[]).includes(name)
}

function unknownLine(name: string): string {
  const near = nearestName(name, new Set(builtInLines))
  return `GOODS has ${name}, which is no line of goods: give ${near === null ? `all, ${builtInLines.join(', ')}` : near}, or a file such as ./${name}.ts`
}

async function loadLine(from: string): Promise<Goods> {
  const path = resolve(from)
  if (!existsSync(path)) throw new GoodsRefused(`GOODS names ${from}, and there is no such file in ${process.cwd()}`)
  const loaded: unknown = await import(pathToFileURL(path).href).catch((cause: unknown) => {
    throw new GoodsRefused(`${from} could not be loaded: ${messageOf(cause)}${moduleHint(cause, from)}`, { cause })
  })
  const exported = (loaded as { readonly default?: unknown }).default
  const made = typeof exported === 'function' ? makeLine(exported as Exclude<GoodsModule, Goods>, from) : exported
  if (isGoodsLine(made)) return made
  throw new GoodsRefused(
    `${from} exports no line of goods: its default export must be goods({ … }), or a function that returns it, as in export default ({ goods, offer, z }) => goods({ … })`,
  )
}

function makeLine(make: Exclude<GoodsModule, Goods>, from: string): unknown {
  try {
    return make(door)
  } catch (cause) {
    throw new GoodsRefused(`${from} could not be opened: ${messageOf(cause)}`, { cause })
  }
}

/** Node reads a file as CommonJS where the package.json beside it says so. */
function moduleHint(cause: unknown, from: string): string {
  if (!(cause instanceof SyntaxError) || !/outside a module|Unexpected token 'export'/.test(cause.message)) return ''
  return `. The package.json of its folder says that it is not a module: name it ${from.replace(/\.(ts|js)$/, '.m$1')}, or set "type": "module" there`
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.split('\n')[0]! : String(cause)
}

/** Ports that built-in lines provide. */
const builtInPorts: Partial<Record<string, BuiltInLine>> = { screening: 'screening' }

function isProvided(port: string, lines: readonly LoadedLine[], builtIn: ReadonlySet<BuiltInLine>): boolean {
  const own = builtInPorts[port]
  return (own !== undefined && builtIn.has(own)) || lines.some(({ line }) => line.provides?.includes(port) === true)
}

function missingPorts(lines: readonly LoadedLine[], builtIn: ReadonlySet<BuiltInLine>): string[] {
  return lines.flatMap(({ line }) =>
    (line.needs ?? [])
      .filter((port) => !isProvided(port, lines, builtIn))
      .map((port) => `GOODS has ${line.name}, which needs ${port}: name a line that provides it, or leave ${line.name} out`),
  )
}

function sharedSources(lines: readonly LoadedLine[]): string[] {
  const owners = new Map<string, string>()
  return lines.flatMap(({ line }) =>
    Object.values<LineSource>(line.sources ?? {}).flatMap(({ id }) => {
      const owner = owners.get(id)
      owners.set(id, line.name)
      return owner === undefined ? [] : [`${owner} and ${line.name} both declare the source ${id}: one of them needs another id`]
    }),
  )
}

/** Those that provide a port come before those that take it. Lines that need each other keep their order. */
function inOrder(lines: readonly LoadedLine[]): LoadedLine[] {
  const left = [...lines]
  const sorted: LoadedLine[] = []
  while (left.length > 0) {
    const ready = left.findIndex(({ line }) =>
      [...(line.needs ?? []), ...(line.uses ?? [])].every(
        (port) => !left.some((other) => other.line !== line && other.line.provides?.includes(port)),
      ),
    )
    sorted.push(...left.splice(Math.max(0, ready), 1))
  }
  return sorted
}
