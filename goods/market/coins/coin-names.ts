/** Names of well-known coins that differ from their CoinGecko ids: the name as an id would spell it, and the ticker. */
const table = `
polygon POL
avalanche AVAX
hedera HBAR
toncoin TON
bnb-chain BNB
binance-coin BNB
bnb-smart-chain BNB
xrp-ledger XRP
near-protocol NEAR
cosmos-hub ATOM
stacks STX
multiversx EGLD
elrond EGLD
synthetix SNX
render-network RENDER
artificial-superintelligence-alliance FET
injective INJ
immutable IMX
worldcoin WLD
cronos CRO
makerdao MKR
lido LDO
curve-dao CRV
compound COMP
theta-network THETA
the-graph-network GRT
bitcoin-sv BSV
dogwifhat WIF
zksync-era ZK
tezos-network XTZ
usdcoin USDC
tether-usd USDT
tether-usdt USDT
euro-coin-circle EURC
wrapped-ether WETH
wrapped-btc WBTC
lido-staked-ether STETH
lido-staked-eth STETH
pudgy-penguin PENGU
ether ETH
`

/** By the name. */
export const coinNames: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', ticker = ''] = line.split(' ')
      return [name, ticker]
    }),
)
