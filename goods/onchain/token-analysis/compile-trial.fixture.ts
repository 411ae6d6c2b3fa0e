import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Runtime code and function selectors of the trial contract, compiled from its source. */
export function compileTrial(): { readonly code: string; readonly selectors: Readonly<Record<string, string>> } {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const content = readFileSync(new URL('./token-trial.sol', import.meta.url), 'utf8')
  const settings = {
    // The oldest of the chains knows nothing newer.
    evmVersion: 'berlin',
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['evm.deployedBytecode.object', 'evm.methodIdentifiers'] } },
  }
  const output = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources: { 'token-trial.sol': { content } }, settings })),
  ) as {
    errors?: { severity: string; formattedMessage: string }[]
    contracts?: Record<string, Record<string, { evm: { deployedBytecode: { object: string }; methodIdentifiers: Record<string, string> } }>>
  }
  const evm = output.contracts?.['token-trial.sol']?.['TokenTrial']?.evm
  if (!evm) throw new Error(JSON.stringify(output.errors))
  return { code: `0x${evm.deployedBytecode.object}`, selectors: evm.methodIdentifiers }
}
