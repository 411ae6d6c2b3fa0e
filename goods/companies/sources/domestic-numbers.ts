/**
 * Member states whose companies are in VIES only if they registered for trade within the Union, by ISO 3166-1 code. A number that VIES
 * calls invalid there may be one for domestic trade, with which invoices at home are right. Why: Spain has the ROI (RD 1065/2007), Italy its
 * VIES archive (DPR 633/1972 art. 35), Romania the register of intra-Community operators (Codul fiscal art. 329), Poland VAT-UE (ustawa o
 * VAT art. 97), Hungary the Community tax number (2017. évi CL. törvény), Portugal the declaration of intra-Community trade (CIVA art. 31),
 * Greece the VIES declaration of its tax office, and Croatia the PDV-ID (Zakon o PDV-u art. 77).
 */
const domestic = new Set(['ES', 'IT', 'RO', 'PL', 'HU', 'PT', 'GR', 'HR'])

/** Whether a country gives VAT numbers that VIES does not have. `country` is ISO 3166-1 alpha-2. */
export function hasDomesticNumbers(country: string): boolean {
  return domestic.has(country)
}
