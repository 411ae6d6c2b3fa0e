/**
 * Tickers that everybody knows, with the CoinGecko id and the venues that trade them: c Coinbase (BTC-USD),
 * k Kraken (XBTUSD), v Bitvavo (BTC-EUR), s Bitstamp (btcusd). A venue that is not named may trade it nevertheless.
 */
const table = `
BTC bitcoin ckvs
ETH ethereum ckvs
USDT tether ckvs
USDC usd-coin kvs
EURC euro-coin ck
SOL solana ckvs
POL polygon-ecosystem-token ckvs
BNB binancecoin kv
XRP ripple ckvs
DOGE dogecoin ckvs
TRX tron kv
ADA cardano ckvs
LINK chainlink ckvs
AVAX avalanche-2 ckvs
XLM stellar ckvs
SUI sui ckvs
HBAR hedera-hashgraph ckvs
BCH bitcoin-cash ckvs
LTC litecoin ckvs
SHIB shiba-inu ckvs
TON the-open-network kv
DOT polkadot ckvs
UNI uniswap ckvs
XMR monero k
PEPE pepe ckvs
AAVE aave ckvs
DAI dai ckvs
NEAR near ckvs
ETC ethereum-classic ckv
APT aptos ckv
ICP internet-computer ckv
ONDO ondo-finance ckv
ARB arbitrum ckv
OP optimism ckv
VET vechain cv
ALGO algorand ckvs
ATOM cosmos ckv
FIL filecoin ckv
RENDER render-token ckv
FET fetch-ai ckv
INJ injective-protocol ckv
IMX immutable-x ckv
TIA celestia ckv
SEI sei-network ckv
GRT the-graph ckvs
STX blockstack ckv
MKR maker -
SKY sky -
LDO lido-dao ckv
JUP jupiter-exchange-solana ckv
BONK bonk ckv
WIF dogwifcoin ckv
FLOKI floki ckv
TAO bittensor ckv
QNT quant-network ckv
CRV curve-dao-token ckvs
SAND the-sandbox ckvs
MANA decentraland ckv
AXS axie-infinity ckv
GALA gala ckvs
CHZ chiliz ckvs
APE apecoin ckvs
ENJ enjincoin kv
XTZ tezos ckv
EOS eos -
FLOW flow ckv
EGLD elrond-erd-2 ckv
THETA theta-token v
KAVA kava ckv
MINA mina-protocol ckv
ZEC zcash ck
DASH dash ck
COMP compound-governance-token ckvs
SNX havven ckvs
YFI yearn-finance ckvs
SUSHI sushi ckvs
1INCH 1inch ckv
BAT basic-attention-token ckvs
ZRX 0x ckvs
ENS ethereum-name-service ckv
BAL balancer ckv
UMA uma ckv
KNC kyber-network-crystal ckv
LRC loopring ckv
ANKR ankr ckv
STORJ storj ckv
SKL skale ckvs
CELO celo cv
RPL rocket-pool ckv
DYDX dydx-chain kv
GMX gmx kv
PENDLE pendle ckv
ENA ethena ckv
ETHFI ether-fi ckv
EIGEN eigenlayer ckv
STRK starknet ckv
ZK zksync ckv
W wormhole ckv
PYTH pyth-network ckv
JTO jito-governance-token ckv
RAY raydium kv
HYPE hyperliquid k
KAS kaspa kv
WLD worldcoin-wld kv
CRO crypto-com-chain cv
LEO leo-token -
OKB okb -
BGB bitget-token -
MNT mantle -
KCS kucoin-shares -
GT gatechain-token -
XDC xdce-crowd-sale -
IOTA iota v
NEO neo v
QTUM qtum kv
ONT ontology v
ZIL zilliqa v
ICX icon kv
LSK lisk kv
SC siacoin kv
DCR decred v
RVN ravencoin v
DGB digibyte v
KSM kusama ckv
GLMR moonbeam kv
ASTR astar kv
AR arweave v
ROSE oasis-network cv
MASK mask-network ckv
AUDIO audius ckv
BAND band-protocol ckv
NMR numeraire c
OXT orchid-protocol ck
PAXG pax-gold k
XAUT tether-gold -
PYUSD paypal-usd k
USDS usds k
TUSD true-usd k
FDUSD first-digital-usd -
USDE ethena-usde -
GUSD gemini-dollar -
WBTC wrapped-bitcoin k
CBBTC coinbase-wrapped-btc -
WETH weth -
STETH staked-ether -
WSTETH wrapped-steth -
RETH rocket-pool-eth -
CBETH coinbase-wrapped-staked-eth c
LUNC terra-luna -
TRUMP official-trump k
PENGU pudgy-penguins kv
VIRTUAL virtual-protocol k
AERO aerodrome-finance ckv
MORPHO morpho ck
ZRO layerzero ck
JASMY jasmycoin ck
RSR reserve-rights-token ck
RUNE thorchain k
CAKE pancakeswap-token v
HNT helium c
AKT akash-network ck
GNO gnosis ck
COW cow-protocol ck
CVX convex-finance ck
LPT livepeer ck
API3 api3 ck
BICO biconomy ck
CTSI cartesi ck
GTC gitcoin ck
RLC iexec-rlc ck
SPELL spell-token ck
BLUR blur ck
MAGIC magic ck
NEXO nexo -
BSV bitcoin-cash-sv -
XEC ecash -
`

export interface WellKnownSymbol {
  readonly ticker: string
  readonly coingecko: string
  /** Against USD; null where the venue is not known to trade it. */
  readonly coinbase: string | null
  readonly kraken: string | null
  readonly bitstamp: string | null
  /** Against EUR. */
  readonly bitvavo: string | null
}

/** Kraken's own names for two coins. */
const krakenNames: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' }

/** Kraken's name of a pair, as one asks for it. */
export function krakenPair(ticker: string, quote: string): string {
  return `${krakenNames[ticker] ?? ticker}${krakenNames[quote] ?? quote}`
}

export const wellKnownSymbols: readonly WellKnownSymbol[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [ticker = '', coingecko = '', venues = ''] = line.split(' ')
    return {
      ticker,
      coingecko,
      coinbase: venues.includes('c') ? `${ticker}-USD` : null,
      kraken: venues.includes('k') ? krakenPair(ticker, 'USD') : null,
      bitstamp: venues.includes('s') ? `${ticker.toLowerCase()}usd` : null,
      bitvavo: venues.includes('v') ? `${ticker}-EUR` : null,
    }
  })
