/** Names of ENS, for lines of goods. */
export { addressOfName, claimedName, normalizeName, readLetterTables, type NameLookup } from '../../chain/ens.ts'
