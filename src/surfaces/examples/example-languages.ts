import { curlExample } from './curl-example.ts'
import type { ExampleInput } from './example-input.ts'
import { mcpExample } from './mcp-example.ts'
import { mppxExample } from './mppx-example.ts'
import { pythonExample } from './python-example.ts'
import { x402FetchExample } from './x402-fetch-example.ts'

export interface ExampleLanguage {
  /** As in `?lang=`. */
  readonly id: string
  readonly title: string
  /** Short, for a tab. */
  readonly label: string
  /** Language of the code, as Markdown names it. */
  readonly syntax: 'sh' | 'ts' | 'python'
  /** How the file ends that holds the code: Node takes TypeScript as a module from `.mts` in any folder. */
  readonly ending: 'sh' | 'mts' | 'py'
  /** The command that installs the packages for a paid call; null when none is needed. */
  readonly install: string | null
  /** Null when calls cannot be paid this way. */
  generate(input: ExampleInput): string | null
}

/** How a file with the code is run; Node 22.18 and newer run TypeScript as it is. */
export function runCommandOf({ ending }: ExampleLanguage, file: string): string {
  return `${{ sh: 'sh', mts: 'node', py: 'python' }[ending]} ${file}`
}

/** The versions install together, and the tests run the examples with them. */
export const exampleLanguages: readonly ExampleLanguage[] = [
  { id: 'curl', title: 'curl', label: 'curl', syntax: 'sh', ending: 'sh', install: null, generate: curlExample },
  {
    id: 'x402-fetch',
    title: 'TypeScript with @x402/fetch',
    label: 'TypeScript',
    syntax: 'ts',
    ending: 'mts',
    install: 'npm install @x402/fetch@2.27.0 @x402/evm@2.27.0 viem@2.57.1',
    generate: x402FetchExample,
  },
  {
    id: 'mppx',
    title: 'TypeScript with mppx (MPP)',
    label: 'TypeScript (MPP)',
    syntax: 'ts',
    ending: 'mts',
    install: 'npm install mppx@0.11.0 viem@2.57.1',
    generate: mppxExample,
  },
  {
    id: 'python',
    title: 'Python with x402 and httpx',
    label: 'Python',
    syntax: 'python',
    ending: 'py',
    install: "pip install 'x402[httpx,evm]==2.25.0'",
    generate: pythonExample,
  },
  {
    id: 'mcp',
    title: 'MCP with the official TypeScript client',
    label: 'MCP',
    syntax: 'ts',
    ending: 'mts',
    install: 'npm install @modelcontextprotocol/sdk@1.32.2 @x402/core@2.27.0 @x402/evm@2.27.0 viem@2.57.1',
    generate: mcpExample,
  },
]
