import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { sha256 } from '../../src/shared/sha256.ts'
import { contractFiles, type ContractFile, type CompiledContract } from './compiled-contract.ts'

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, { abi: CompiledContract['abi']; evm: { deployedBytecode: { object: string } } }>>
}

/** SKALE knows nothing newer, and the other chains run what is older. */
const evmVersion = 'berlin'

/** Compiles every contract of this folder with the pinned compiler. Runtime code only: contracts are placed, not deployed. */
export function compileContracts(): Record<ContractFile, CompiledContract> {
  const solc = createRequire(import.meta.url)('solc') as { version(): string; compile(input: string): string }
  const files = contractFiles.map(name => [name, readFileSync(new URL(`./${name}.sol`, import.meta.url), 'utf8')] as const)
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map(([name, content]) => [`${name}.sol`, { content }])),
    settings: {
      evmVersion,
      optimizer: { enabled: true, runs: 10_000 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.deployedBytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput
  const failures = (output.errors ?? []).filter(entry => entry.severity === 'error')
  if (failures.length > 0) throw new Error(failures.map(entry => entry.formattedMessage).join('\n'))
  const compiled = files.map(([name, content]): [ContractFile, CompiledContract] => {
    const contracts = Object.values(output.contracts?.[`${name}.sol`] ?? {})
    const contract = contracts.find(candidate => candidate.evm.deployedBytecode.object !== '')
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

/** The committed form of a compiled contract. */
export function compiledText(contract: CompiledContract): string {
  return `${JSON.stringify(contract, null, 2)}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, contract] of Object.entries(compileContracts())) {
    writeFileSync(new URL(`./${name}.json`, import.meta.url), compiledText(contract))
  }
}
