import { verdictSuite } from './verdict-suite.ts'

const seed = Number(process.env['SEED'] ?? 1_402)
verdictSuite(seed, { nothingWrong: 2_000, oneThing: 100, twoThings: 8_000, wallets: 20, walletsAndMore: 2_000 })
