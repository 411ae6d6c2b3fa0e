import { readFileSync, writeFileSync } from 'node:fs'
import solc from 'solc'
import { sha256 } from '../../src/shared/sha256.ts'
import { contractFiles, type ContractFile, type CompiledContract } from './compiled-contract.ts'

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, { abi: CompiledContract['abi']; evm: { deployedBytecode: { object: string } } }>>
}

/** SKALE knows nothing newer, and the other chains run what is older. */
const evmVersion = 'berlin'

/** Compiles every contract of this folder with the pinned compiler. Runtime code only: contracts are placed, not deployed. */
function compileContracts(): Record<ContractFile, CompiledContract> {
  const files = contractFiles.map((name) => [name, readFileSync(new URL(`./${name}.sol`, import.meta.url), 'utf8')] as const)
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

// A process of its own, since the compiler sets itself up to end its process on what nobody caught.
// With --print the files go to the output, as one JSON object; else they are written.
if (process.argv.includes('--print')) {
  process.stdout.write(JSON.stringify(Object.fromEntries(files)))
} else {
  for (const [name, text] of files) writeFileSync(new URL(`./${name}`, import.meta.url), text)
}
