import { Linter } from 'eslint'
import type { Reviewer } from './reviewer.ts'

const weaknesses: Readonly<Record<string, number>> = {
  'detect-unsafe-regex': 1333,
  'detect-non-literal-regexp': 1333,
  'detect-non-literal-require': 94,
  'detect-non-literal-fs-filename': 22,
  'detect-eval-with-expression': 94,
  'detect-pseudoRandomBytes': 338,
  'detect-possible-timing-attacks': 208,
  'detect-no-csrf-before-method-override': 352,
  'detect-buffer-noassert': 119,
  'detect-child-process': 78,
  'detect-disable-mustache-escape': 79,
  'detect-object-injection': 915,
  'detect-new-buffer': 770,
  'detect-bidi-characters': 94,
}

/** eslint-plugin-security with all of its rules, and nothing else of ESLint. */
export const reviewByEslintSecurity: Reviewer = {
  name: 'eslint-security',
  languages: ['javascript', 'typescript', 'tsx'],
  review: async (texts) => {
    const [{ default: plugin }, parser] = await Promise.all([import('eslint-plugin-security'), import('@typescript-eslint/parser')])
    const linter = new Linter({ configType: 'flat' })
    const rules = Object.fromEntries(Object.keys(weaknesses).map((rule) => [`security/${rule}`, 'error' as const]))
    return texts.map(({ language, text }) => {
      const file = `code.${{ javascript: 'jsx', typescript: 'ts', tsx: 'tsx', python: 'py' }[language]}`
      const config = {
        files: ['**/*.{jsx,ts,tsx}'],
        plugins: { security: plugin },
        rules,
        languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
      }
      const messages = linter.verify(text, [config], { filename: file, allowInlineConfig: false })
      return messages.flatMap(({ ruleId }) => {
        const cwe = weaknesses[ruleId?.replace('security/', '') ?? '']
        return cwe === undefined ? [] : [`CWE-${cwe}`]
      })
    })
  },
}
