import { verdictSuite } from './verdict-suite.ts'

verdictSuite(402, { nothingWrong: 60, oneThing: 3, twoThings: 200, wallets: 1, walletsAndMore: 30 })
