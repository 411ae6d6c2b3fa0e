import { balticCompanies } from './baltic.ts'
import { centralCompanies } from './central.ts'
import type { SandboxCompany } from './company.ts'
import { islandCompanies } from './islands.ts'
import { nordicCompanies } from './nordic.ts'
import { southernCompanies } from './southern.ts'
import { westernCompanies } from './western.ts'

/** Every company of the sandbox. Names of listed companies and their numbers are public; the others are invented. */
export const sandboxCompanies: readonly SandboxCompany[] = [
  ...centralCompanies,
  ...nordicCompanies,
  ...balticCompanies,
  ...westernCompanies,
  ...southernCompanies,
  ...islandCompanies,
]

/** @throws RangeError for an unknown key. */
export function sandboxCompany(key: string): SandboxCompany {
  const found = sandboxCompanies.find((one) => one.key === key)
  if (!found) throw new RangeError(`the sandbox has no company with the key ${key}`)
  return found
}
