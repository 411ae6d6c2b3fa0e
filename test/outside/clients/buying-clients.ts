import { join } from 'node:path'
import { fromCrates, fromNpm, fromPypi, type Packages } from './packages.ts'

/** Somebody's client, which pays for a call on each network that it knows. */
export interface BuyingClient {
  readonly title: string
  readonly version: string
  readonly protocol: 'x402' | 'mpp'
  readonly packages: Packages
  /** Networks that it knows, of those that the service accepts; all, where it is told the token. */
  readonly knows?: readonly string[]
  /** It pays only where the terms name the very address that it asked, which those of a sandbox behind a proxy do not. */
  readonly comparesAddress?: boolean
  /** The test network of Base; unless it is false. */
  readonly knowsSepolia?: boolean
  /** What it gave before this service was changed. */
  readonly before: string
  /** The program and its arguments. */
  command(folder: string): readonly [string, ...string[]]
}

const script = (language: string, name: string) => join(import.meta.dirname, language, name)
const node = (name: string) => (folder: string) => [process.execPath, join(folder, name)] as const
const python = (name: string) => (folder: string) => [join(folder, 'bin/python'), '-B', script('python', name)] as const
const scripts = [script('javascript', 'called.mjs')]
const ofDexter = ['eip155:8453', 'eip155:1', 'eip155:137', 'eip155:42161', 'eip155:10']
const allPaid = 'all paid'

export const buyingClients: readonly BuyingClient[] = [
  {
    title: 'the Rust client of x402',
    version: 'x402-reqwest 2.0.2',
    protocol: 'x402',
    packages: fromCrates('x402-reqwest', join(import.meta.dirname, 'rust'), '2.0.2'),
    before: allPaid,
    command: (folder) => [join(folder, 'program')],
  },
  {
    title: 'the client of Faremeter',
    version: '@faremeter/fetch 0.22.0',
    protocol: 'x402',
    packages: fromNpm(
      'faremeter',
      { '@faremeter/fetch': '0.22.0', '@faremeter/payment-evm': '0.22.0', '@faremeter/wallet-evm': '0.22.0' },
      { scripts: [...scripts, script('javascript', 'pay-by-faremeter.mjs')] },
    ),
    knows: ['eip155:8453', 'eip155:137', 'eip155:1187947933'],
    before: allPaid,
    command: node('pay-by-faremeter.mjs'),
  },
  {
    title: 'the client of Dexter',
    version: '@dexterai/x402 2.0.0',
    protocol: 'x402',
    packages: fromNpm(
      'dexter',
      { '@dexterai/x402': '2.0.0', viem: '2.57.1' },
      { scripts: [...scripts, script('javascript', 'pay-by-dexter.mjs')] },
    ),
    knows: ofDexter,
    before: allPaid,
    command: node('pay-by-dexter.mjs'),
  },
  {
    title: 'the router Routeweiler',
    version: 'routeweiler 0.1.2, x402 2.25.0',
    protocol: 'x402',
    packages: fromPypi('routeweiler', ['routeweiler==0.1.2', 'x402==2.25.0'], '3.11'),
    knows: ['eip155:8453'],
    before: allPaid,
    command: python('pay_by_routeweiler.py'),
  },
  {
    title: 'the command line of agentcash',
    version: 'agentcash 0.14.4',
    protocol: 'x402',
    packages: fromNpm(
      'agentcash',
      { agentcash: '0.14.4' },
      {
        overrides: { viem: '2.57.1', mppx: '0.11.0' },
        scripts: [...scripts, script('javascript', 'pay-by-agentcash.mjs'), script('javascript', 'agentcash-without-service.mjs')],
      },
    ),
    knows: ['eip155:8453'],
    knowsSepolia: false,
    before: allPaid,
    command: node('pay-by-agentcash.mjs'),
  },
  ...['0.10.1', '0.11.0'].map((version) => ({
    title: `the client of MPP for TypeScript, ${version}`,
    version: `mppx ${version}`,
    protocol: 'mpp' as const,
    packages: fromNpm(
      `mppx-${version}`,
      { mppx: version, viem: '2.57.1' },
      { scripts: [...scripts, script('javascript', 'pay-by-mppx.mjs')] },
    ),
    comparesAddress: version === '0.10.1',
    before: allPaid,
    command: node('pay-by-mppx.mjs'),
  })),
  ...['0.15.0', '0.16.0'].map((version) => ({
    title: `the MPP client for Python, ${version}, which hashes a list for the nonce`,
    version: `pympp ${version}`,
    protocol: 'mpp' as const,
    packages: fromPypi(`pympp-${version}`, [`pympp[evm]==${version}`]),
    before: 'nothing paid: `invalid_challenge`',
    command: python('pay_by_mpp.py'),
  })),
]
