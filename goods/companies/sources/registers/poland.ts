import type { CompanyRegister } from '../company-register.ts'
import type { RegisterFinding } from '../finding.ts'
import type { RegisterRecord } from '../register-record.ts'

/** Numbers of KRS have ten digits. Traders that are not in KRS have a REGON, of nine or fourteen. */
const krsNumber = /^\d{10}$/

/** The register of Poland: KRS by its own number; by VAT number the White List, which names the number in KRS. */
export function joinPoland(krs: CompanyRegister, whiteList: { readonly byVat: NonNullable<CompanyRegister['byVat']> }): CompanyRegister {
  return {
    ...krs,
    async byVat(vatNumber, signal) {
      const listed = await whiteList.byVat(vatNumber, signal)
      if (listed.status !== 'found' || !krsNumber.test(listed.value.registerNumber)) return listed
      return joined(listed, await krs.byNumber(listed.value.registerNumber, signal))
    },
  }
}

/** The record of KRS, with what only the White List says. Without KRS the White List's own. */
function joined(
  listed: RegisterFinding<RegisterRecord> & { status: 'found' },
  registered: RegisterFinding<RegisterRecord>,
): RegisterFinding<RegisterRecord> {
  if (registered.status === 'unavailable') return { ...listed, value: { ...listed.value, status: 'unknown' } }
  if (registered.status !== 'found') return listed
  const { vatId, vatRegistered } = listed.value
  return {
    ...registered,
    value: { ...registered.value, vatId, vatRegistered },
    others: [listed.source],
    latencyMs: listed.latencyMs + registered.latencyMs,
  }
}
