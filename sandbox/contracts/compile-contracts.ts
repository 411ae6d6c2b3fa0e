import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { posix } from 'node:path'
import solc from 'solc'
import { sha256 } from '../../src/shared/sha256.ts'
import { contractFiles, type ContractFile, type CompiledContract } from './compiled-contract.ts'

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, { abi: CompiledContract['abi']; evm: { deployedBytecode: { object: string } } }>>
}

/** SKALE supports nothing newer, and the other chains run older code, too. */
const evmVersion = 'berlin'

const library = '@openzeppelin/contracts/'

function read(name: string): string {
  return readFileSync(new URL(`./${name}.sol`, import.meta.url), 'utf8')
}

/** All files that these sources import, directly or indirectly, by the names that the compiler uses. */
function imported(sources: readonly (readonly [name: string, content: string])[]): Map<string, string> {
  const found = new Map<string, string>()
  const { resolve } = createRequire(import.meta.url)
  function follow(from: string, content: string): void {
    for (const [, path = ''] of content.matchAll(/^import\s[^;]*?["']([^"']+)["'];/gm)) {
      const name = path.startsWith('.') ? posix.join(posix.dirname(from), path) : path
      if (!name.startsWith(library)) throw new Error(`${from} imports ${path}`)
      if (found.has(name)) continue
      const source = name === `${library}utils/Bytes.sol` ? read('bytes-before-cancun') : readFileSync(resolve(name), 'utf8')
      found.set(name, source)
      follow(name, source)
    }
  }
  for (const [name, content] of sources) follow(name, content)
  return found
}

/** Compiles every contract of this folder with the pinned compiler. Runtime code only: contracts are placed, not deployed. */
function compileContracts(): Record<ContractFile, CompiledContract> {
  const files = contractFiles.map((name) => [name, read(name)] as const)
  const libraries = [...imported(files)].map(([name, content]) => [name, { content }] as const)
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries([...files.map(([name, content]) => [`${name}.sol`, { content }] as const), ...libraries]),
    settings: {
      evmVersion,
      optimizer: { enabled: true, runs: 10_000 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.deployedBytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput
  const failures = (output.errors ?? []).filter((entry) => entry.severity === 'error')
  if (failures.length > 0) throw new Error(failures.map((entry) => entry.formattedMessage).join('\n'))
  const compiled = files.map(([name, content]): [ContractFile, CompiledContract] => {
    const contracts = Object.values(output.contracts?.[`${name}.sol`] ?? {})
    const contract = contracts.find((candidate) => candidate.evm.deployedBytecode.object !== '')
    if (contract === undefined) throw new Error(`${name}.sol holds no contract`)
    return [
      name,
      {
        source: `${name}.sol`,
        sourceSha256: sha256(content),
        compiler: solc.version(),
        evmVersion,
        abi: contract.abi,
        runtimeCode: `0x${contract.evm.deployedBytecode.object}`,
      },
    ]
  })
  return Object.fromEntries(compiled) as Record<ContractFile, CompiledContract>
}

/** The committed form of every contract by file name. */
const files = new Map(
  Object.values(compileContracts()).map((contract) => [contract.source.replace(/sol$/, 'json'), `${JSON.stringify(contract, null, 2)}\n`]),
)

// A separate process, because the compiler makes its process end on uncaught errors.
// With --print the files go to the output, as one JSON object; otherwise they are written.
if (process.argv.includes('--print')) {
  process.stdout.write(JSON.stringify(Object.fromEntries(files)))
} else {
  for (const [name, text] of files) writeFileSync(new URL(`./${name}`, import.meta.url), text)
}
