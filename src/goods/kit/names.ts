/** Names of companies and their addresses, compared as registers write them, for lines of goods. */
export { compareAddresses } from '../../names/compare-addresses.ts'
export { compareCompanyNames, stateInName } from '../../names/compare-company-names.ts'
export type { Compared } from '../../names/compared.ts'
