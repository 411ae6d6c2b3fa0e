import { globSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { addNetworks, networks } from '../chain/networks.ts'
import type { Network } from '../chain/networks/network.ts'
import { readJsonFile } from '../ops/json-file.ts'
import { SettingError, type Environment } from '../ops/setting.ts'
import { address, some } from '../ops/setting-formats.ts'

/** Where the files are that come with the service. */
const shippedFiles = join(import.meta.dirname, '../chain/networks')

const words = z.string().regex(/^[^\p{C}]{1,64}$/u, 'must have 1 to 64 visible characters')
const slug = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be lower-case letters, digits and hyphens, a letter first')
const contract = z.string().transform((text, context) => {
  try {
    return address(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'must be an address' })
    return z.NEVER
  }
})
const gas = z.int().min(0).max(100_000_000).transform(BigInt)

/** What a file says of a network; docs/adding-a-network.md describes it for operators. */
const schema = z.strictObject({
  chainId: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  name: words,
  slug,
  alsoNamed: z.array(slug).max(20).optional(),
  v1Name: slug.optional(),
  testMoney: z.literal(true).optional(),
  asset: contract,
  bridged: z.strictObject({ symbol: words, issuer: words }).optional(),
  domain: z.strictObject({ name: words, version: words }),
  transactions: z.enum(['eip1559', 'legacy']).default('eip1559'),
  blockMs: z.int().min(50).max(600_000),
  minBlockSeconds: z.int().min(1).max(600).transform(BigInt).optional(),
  confirmations: z.int().min(1).max(1_000).default(1),
  finality: z.union([z.literal('tag'), z.int().min(0).max(10_000)]).default('tag'),
  gasCoin: z.string().regex(/^[A-Z0-9]{1,15}$/, 'must be a ticker such as ETH'),
  coinFeed: contract.optional(),
  dataFee: z.literal(true).optional(),
  extraGas: z.strictObject({ perTransaction: gas, perItem: gas }).optional(),
  withoutMulticall: z.literal(true).optional(),
  explorer: z
    .url({ protocol: /^https$/ })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
})

/** The network that a JSON file declares. @throws SettingError that says what is wrong with the file, and where */
export function readNetworkFile(file: string): Network {
  const { chainId, finality, ...facts } = readJsonFile(file, schema)
  return {
    ...facts,
    id: `eip155:${chainId}`,
    chainId,
    finality: finality === 'tag' ? { kind: 'tag' } : { kind: 'depth', blocks: finality },
    file,
  }
}

/** A setting format: names of networks and paths of files that declare one, separated by commas. */
export const networkList = some((entry: string): Network => {
  if (entry.endsWith('.json')) return readNetworkFile(entry)
  const known = networks.find((network) => network.slug === entry)
  if (known !== undefined) return known
  const shipped = shippedNetworks().find((network) => network.slug === entry)
  if (shipped !== undefined) return shipped
  const names = [...networks, ...shippedNetworks()].map((network) => network.slug)
  throw new SettingError(
    `must be names of networks (${[...new Set(names)].join(', ')}) or paths of .json files, not "${entry.slice(0, 60)}"`,
  )
})

/** The networks that come with the service and wait for a setting. */
export function shippedNetworks(): readonly Network[] {
  return globSync('*.json', { cwd: shippedFiles })
    .toSorted()
    .map((file) => readNetworkFile(join(shippedFiles, file)))
}

/**
 * Adds the networks that the environment names to those that this process knows. Every command calls it before it reads other settings,
 * since a network brings settings of its own. Returns what is wrong.
 */
export function knowNetworks(env: Environment, variables: readonly string[]): readonly string[] {
  return variables.flatMap((variable) => {
    const text = env[variable]?.trim()
    if (!text) return []
    try {
      const clash = addNetworks(networkList(text))
      return clash === null ? [] : [`${variable} contradicts a network that is known already: ${clash}`]
    } catch (error) {
      if (error instanceof SettingError) return [`${variable} ${error.message}`]
      throw error
    }
  })
}
