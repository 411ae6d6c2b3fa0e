import { verdictSuite } from './verdict-suite.ts'

verdictSuite(402, { nothingWrong: 200, oneThing: 11, twoThings: 600, wallets: 3, walletsAndMore: 100 })
