import { openEslint, type EslintRunner } from '../eslint/run-eslint.ts'
import { isInstalled } from '../../../src/goods/kit/workers.ts'
import { openRuff, type RuffRunner } from '../ruff/run-ruff.ts'
import { findShellcheck } from '../shellcheck/run-shellcheck.ts'

/** The analysers that are installed here. */
export interface Analysers {
  readonly eslint: EslintRunner | null
  readonly ruff: RuffRunner | null
  /** Parsers: without them neither data flow nor complexity. */
  readonly hasGrammars: boolean
  /** The path of the program. */
  readonly shellcheck: string | null
}

const ofEslint = ['eslint', '@typescript-eslint/parser', 'eslint-plugin-security', 'eslint-plugin-sonarjs', 'eslint-plugin-no-unsanitized']

/** Whether there is an analyser besides our search for secrets. */
export function hasGrammars(): boolean {
  return isInstalled('web-tree-sitter') && isInstalled('@vscode/tree-sitter-wasm')
}

/** Loads what is installed, which takes one to three seconds. */
export async function openAnalysers(): Promise<Analysers> {
  return {
    eslint: ofEslint.every(isInstalled) ? await openEslint() : null,
    ruff: isInstalled('@astral-sh/ruff-wasm-nodejs') ? await openRuff() : null,
    hasGrammars: hasGrammars(),
    shellcheck: findShellcheck(),
  }
}
