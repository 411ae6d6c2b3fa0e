import { describe } from 'vitest'
import { memoryStore } from '../../../src/chain/follow/index-store.fixture.ts'
import { indexesContract } from './indexes.contract.ts'
import { watchedPastsContract } from './address-backfill.contract.ts'

describe('indexes in SQLite', () => indexesContract(async () => memoryStore()))
describe('earlier transfers of watched addresses in SQLite', () => watchedPastsContract(async () => memoryStore()))
