import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ConfigError, type Config } from '../../config/config.ts'
import { readGoodsSettings, type DeclaredSetting } from '../../config/goods.ts'
import * as door from '../../goods/door.ts'
import type { GoodsModule } from '../../goods/goods-module.ts'
import { isGoodsLine, type Goods, type OwnLines } from '../../goods/goods.ts'
import type { LineSetting } from '../../goods/setting.ts'
import type { LineSource } from '../../goods/source.ts'
import type { StandIn, StandInWorld } from '../../goods/stand-in.ts'
import type { Environment } from '../../ops/setting.ts'
import { nearestName } from '../../shared/nearest-name.ts'
import { OperatorError } from '../../shared/operator-error.ts'

/** A line of goods with the values of its settings. */
export interface LoadedLine {
  readonly line: Goods
  readonly settings: Readonly<Record<string, unknown>>
  /** The file that GOODS names, or the folder of a line that comes with the service. */
  readonly from: string
}

/** What the service sells. */
export interface LoadedGoods {
  readonly lines: readonly LoadedLine[]
  /** The names of all lines that come with the service, in the order of documents. */
  readonly order: readonly string[]
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
  if (!make) throw new GoodsRefused('OFFERS_FILE is not read by this program')
  return make(path)
}

/** Nothing. */
export const noGoods: LoadedGoods = { lines: [], order: [], secrets: [] }

/**
 * Loads the lines that GOODS names, and that of OFFERS_FILE. An entry with a slash or a dot is a file, relative to the working directory; `all` is everything that
 * comes with the service, and so is no entry.
 * @param own the lines that come with the service
 * @throws ConfigError with every wrong name and setting; GoodsRefused for a file that is not one of goods
 */
export async function loadGoods(
  {
    goods: given,
    offersFile = null,
    mode,
    sandboxSources,
  }: Pick<Config, 'mode'> & Partial<Pick<Config, 'goods' | 'offersFile' | 'sandboxSources'>>,
  own: OwnLines,
  env: Environment,
  lineOfFile?: LineOfFile,
): Promise<LoadedGoods> {
  const names = given ?? []
  const order = Object.keys(own)
  const files = names.filter(isFile)
  const named = names.filter((name) => !isFile(name))
  const unknown = named.filter((name) => name !== 'all' && !order.includes(name))
  if (unknown.length > 0) throw new ConfigError(unknown.map((name) => unknownLine(name, order)))
  // A file of offers alone is sold alone, as any other file is.
  const isAll = named.includes('all') || (names.length === 0 && offersFile === null)
  const sold = isAll ? order : order.filter((name) => named.includes(name))
  const loaded = [
    ...(await Promise.all(sold.flatMap((name) => own[name]?.().then((line) => ({ line, from: `goods/${name}` })) ?? []))),
    ...(offersFile === null ? [] : [{ line: await lineOf(offersFile, lineOfFile), from: offersFile }]),
    ...(await inTurn(files, async (from) => ({ line: await loadLine(from), from }))),
  ]
  // A sandbox reads its own chains from their first block on, which nobody can do with a real one.
  const dataMode = mode === 'sandbox' && sandboxSources === 'live' ? 'live' : mode
  const lines: LoadedLine[] = []
  const errors: string[] = []
  const secrets: string[] = []
  for (const { line, from } of loaded) {
    const taken = (files.includes(from) && order.includes(line.name)) || lines.some((other) => other.line.name === line.name)
    if (taken) errors.push(`GOODS has two lines that are called ${line.name}: ${from} needs another name`)
    const read = readGoodsSettings(line.name, line.settings ?? {}, dataMode, env)
    errors.push(...read.errors)
    secrets.push(...read.secrets)
    lines.push({ line, settings: read.values, from })
  }
  errors.push(...missingPorts(lines), ...sharedSources(lines))
  if (errors.length > 0) throw new ConfigError(errors)
  return { lines: inOrder(lines), order, secrets }
}

/** The settings that the loaded lines declare. */
export function settingsOf({ lines }: Pick<LoadedGoods, 'lines'>): readonly DeclaredSetting[] {
  return declaredBy(lines.map(({ line }) => line))
}

/** The settings of all lines that come with the service, for documents. */
export async function settingsOfOwnLines(own: OwnLines): Promise<readonly DeclaredSetting[]> {
  const lines = await Promise.all(Object.values(own).map((load) => load()))
  return declaredBy(lines)
}

/** A setting that several lines declare is one. */
function declaredBy(lines: readonly Goods[]): readonly DeclaredSetting[] {
  const all = lines.flatMap((line) => Object.values<LineSetting>(line.settings ?? {}))
  return [...new Map(all.map((one) => [one.name, one])).values()]
}

/** Makes the stand-ins of the loaded lines' sources, by source id, in the world of a sandbox. */
export type StandInsIn = (world: StandInWorld) => Promise<Readonly<Record<string, StandIn>>>

export function standInsOf({ lines }: LoadedGoods): StandInsIn {
  return async (world) => {
    const all = await Promise.all(lines.map(async ({ line }) => (await line.standIns?.(world)) ?? {}))
    return Object.assign({}, ...all) as Readonly<Record<string, StandIn>>
  }
}

/** The sources of the loaded lines, and whether each has the key that it requires. */
export function sourcesOfLines({
  lines,
}: Pick<LoadedGoods, 'lines'>): readonly (LineSource & { readonly hasKey: boolean; readonly missesKey: string | null })[] {
  return lines.flatMap((one) =>
    Object.values<LineSource>(one.line.sources ?? {}).map((source) => {
      const { usefulKey = null } = source
      return { ...source, hasKey: hasKey(one, source), missesKey: usefulKey === null || isGiven(one, usefulKey) ? null : usefulKey }
    }),
  )
}

/** Whether the key that a source requires is given; true for one that requires none. */
export function hasKey(line: Pick<LoadedLine, 'line' | 'settings'>, { keySetting }: LineSource): boolean {
  return keySetting === undefined || isGiven(line, keySetting)
}

/** Whether a setting of the line has a value. @param variable its name in the environment */
function isGiven({ line, settings }: Pick<LoadedLine, 'line' | 'settings'>, variable: string): boolean {
  const declared = Object.entries<LineSetting>(line.settings ?? {})
  return declared.some(([key, { name }]) => name === variable && (settings[key] ?? null) !== null)
}

/** Those whose answers may be sold only under a contract. */
export function sourcesByContract(goods: Pick<LoadedGoods, 'lines'>): string[] {
  return sourcesOfLines(goods).flatMap(({ id, resale }) => (resale === 'contract' ? [id] : []))
}

/** Whether anything that is sold is made from stand-ins in a sandbox: the API of somebody who sells it is asked itself there. */
export function usesStandIns({ lines }: Pick<LoadedGoods, 'lines'>): boolean {
  return lines.some(({ line }) => line.standIns !== undefined)
}

function isFile(name: string): boolean {
  return /[/\\.]/.test(name)
}

function unknownLine(name: string, own: readonly string[]): string {
  const near = nearestName(name, new Set(own))
  return `GOODS has ${name}, which is no line of goods: give ${near === null ? `all, ${own.join(', ')}` : near}, or a file such as ./${name}.ts`
}

async function inTurn<In, Out>(all: readonly In[], make: (one: In) => Promise<Out>): Promise<Out[]> {
  const made: Out[] = []
  for (const one of all) made.push(await make(one))
  return made
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

function isProvided(port: string, lines: readonly LoadedLine[]): boolean {
  return lines.some(({ line }) => line.provides?.includes(port) === true)
}

function missingPorts(lines: readonly LoadedLine[]): string[] {
  return lines.flatMap(({ line }) =>
    (line.needs ?? [])
      .filter((port) => !isProvided(port, lines))
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
