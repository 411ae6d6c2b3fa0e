import { goods } from '../../src/goods/door.ts'
import { examineEngine, silentMetrics } from '../../src/goods/kit/parts.ts'
import { toolSettings } from '../../src/goods/kit/tools.ts'
import { codeReviewLlm, codeReviewPrompts } from './offers/code-review-llm.ts'
import { codeReview } from './offers/code-review.ts'
import { openReview } from './open-review.ts'

/** What is wrong in code, by analysers that are installed here or by a language model. */
export const codeReviewLine = goods({
  name: 'code-review',
  packages: [
    '@astral-sh/ruff-wasm-nodejs',
    '@typescript-eslint/parser',
    '@vscode/tree-sitter-wasm',
    'eslint',
    'eslint-plugin-*',
    'web-tree-sitter',
  ],
  settings: toolSettings,
  shortestPrompts: codeReviewPrompts,
  examinations: [
    {
      name: 'engines',
      limitMs: 60_000,
      whenLate: 'give this machine more memory or processors, or set TEXT_TOOLS=off',
      run: ({ settings, ...parts }) =>
        examineEngine((log) => openReview(settings, { ...parts, log, metrics: silentMetrics }), {
          works: 'code is reviewed',
          fix: 'give this machine more memory, install the program again, or set TEXT_TOOLS=off',
        }),
    },
  ],
  open({ settings, simulated, described, languageModel, ...parts }) {
    const engine = described ? null : openReview(settings, parts)
    return {
      offers: [codeReview(engine, { simulated }), codeReviewLlm(languageModel?.('code-review') ?? null, engine, { simulated })],
      trials: engine ? [engine.trial] : [],
      close: () => engine?.close(),
    }
  },
})
