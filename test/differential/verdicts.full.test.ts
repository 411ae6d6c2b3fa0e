import { verdictSuite } from './verdict-suite.ts'

verdictSuite(402, { nothingWrong: 30, oneThing: 2, twoThings: 100, wallets: 1, walletsAndMore: 15 })
