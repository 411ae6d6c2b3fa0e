import { settlementSuite } from './settlement-suite.ts'

const seed = Number(process.env['SEED'] ?? 1_403)
settlementSuite(seed, { nothingWrong: 100, oneThing: 4, allVersions: true })
