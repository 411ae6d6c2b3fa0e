import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Whether a package that may be left out at installation is here. */
export function isInstalled(name: string): boolean {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}
