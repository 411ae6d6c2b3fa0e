import { describe } from 'vitest'
import { memoryStore } from './index-store.fixture.ts'
import { indexesContract } from './indexes.contract.ts'

describe('indexes in SQLite', () => indexesContract(async () => memoryStore()))
