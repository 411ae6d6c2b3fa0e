import type { ReviewCase } from '../review-case.ts'
import type { GitTree } from './git-tree.ts'

/** The cases of OWASP BenchmarkPython, each vulnerable or clean. Its licence is GPL-3.0: measure with it, and copy nothing of it. */
export function benchmarkPython(tree: GitTree): ReviewCase[] {
  return tree
    .read('expectedresults-0.1.csv')
    .split('\n')
    .flatMap((line): ReviewCase[] => {
      const [name = '', , isVulnerable, cwe = ''] = line.split(',').map((cell) => cell.trim())
      if (!/^BenchmarkTest\d+$/.test(name)) return []
      const code = tree.read(`testcode/${name}.py`)
      const id = `BenchmarkPython:${name}`
      const half = isVulnerable === 'true' ? { vulnerable: code, fixed: null } : { vulnerable: null, fixed: code }
      return [{ id, language: 'python', cwe: `CWE-${cwe}`, ...half }]
    })
}
