import type { CisaKev } from './cisa-kev.ts'

/** Fetches CISA's catalog before a caller asks for it. The copy is read only while the site does not give the catalog. */
export async function loadAhead(
  { cisaKev, cisaKevGithub }: { readonly cisaKev: CisaKev; readonly cisaKevGithub: CisaKev },
  signal: AbortSignal,
): Promise<void> {
  await cisaKev.ahead(signal)
  if (!cisaKev.catalog.cached('')) await cisaKevGithub.ahead(signal)
}
