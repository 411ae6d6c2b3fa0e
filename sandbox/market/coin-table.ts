/**
 * The usual figures of the sandbox's coins, invented, of the order of real ones: CoinGecko's id, price in USD, market capitalisation and
 * traded a day in millions of USD, movement of a day in per cent, name. A price such as "1*ethereum" follows another coin, or the
 * euro, and then the movement is what it adds. A capitalisation of 0 is unknown.
 */
export const coinTable = `
bitcoin 86000 1714000 28400 2.1 Bitcoin
ethereum 3100 374000 14900 3.1 Ethereum
tether 1 184096.473539 71000 0.01 Tether
usd-coin 1 75012.345678 9800 0.008 USD Coin
euro-coin 1*EUR 325.525 41 0.02 EURC
solana 142.5 78600 4100 3.8 Solana
polygon-ecosystem-token 0.1389 1460 88 4.1 POL (ex-MATIC)
binancecoin 861.3 118000 1900 2.3 BNB
ripple 2.21 132000 3300 3.4 XRP
dogecoin 0.1523 23100 1200 4.2 Dogecoin
tron 0.2891 27400 520 1.6 TRON
cardano 0.4711 17200 610 3.9 Cardano
chainlink 13.42 9350 480 4 Chainlink
avalanche-2 14.05 6010 330 4.2 Avalanche
stellar 0.2514 8110 190 3.8 Stellar
sui 1.62 6050 720 4.8 Sui
hedera-hashgraph 0.1435 6120 180 4.1 Hedera
bitcoin-cash 534.8 10700 360 3.2 Bitcoin Cash
litecoin 84.6 6470 410 3.1 Litecoin
shiba-inu 0.00000861 5070 140 4.2 Shiba Inu
the-open-network 1.61 3960 110 3.5 Toncoin
polkadot 2.41 3900 160 4 Polkadot
uniswap 6.12 3860 290 4.6 Uniswap
monero 391.5 7220 130 3.1 Monero
pepe 0.00000462 1940 310 5.6 Pepe
aave 182.4 2790 240 4.4 Aave
dai 1 5000 120 0.012 Dai
near 1.92 2450 190 4.7 NEAR Protocol
ethereum-classic 13.8 2130 78 3.7 Ethereum Classic
aptos 2.34 1700 120 4.6 Aptos
internet-computer 4.05 2190 110 4.8 Internet Computer
ondo-finance 0.5142 1620 95 4.7 Ondo
arbitrum 0.2167 1210 110 4.7 Arbitrum
optimism 0.3325 630 84 4.8 Optimism
vechain 0.01384 1190 32 3.9 VeChain
algorand 0.1391 1230 48 4.1 Algorand
cosmos 2.51 1210 69 3.9 Cosmos Hub
filecoin 1.62 1160 140 4.9 Filecoin
render-token 1.83 950 58 5 Render
fetch-ai 0.2541 590 71 5.4 Artificial Superintelligence Alliance
injective-protocol 6.04 604 54 4.9 Injective
immutable-x 0.2871 570 21 4.8 Immutable
celestia 0.6102 510 58 5.6 Celestia
sei-network 0.1404 880 62 5 Sei
the-graph 0.04862 515 17 4.3 The Graph
blockstack 0.3211 585 14 4.2 Stacks
maker 1512 1290 7.4 3.7 Maker
sky 0.05511 1170 12 3.6 Sky
lido-dao 0.6521 582 66 4.9 Lido DAO
jupiter-exchange-solana 0.2361 742 34 5 Jupiter
bonk 0.00000984 804 120 5.8 Bonk
dogwifcoin 0.3805 380 95 6.2 dogwifhat
floki 0.00004873 465 46 5.5 FLOKI
bittensor 302.5 3150 160 5.2 Bittensor
quant-network 87.3 1270 17 3.6 Quant
curve-dao-token 0.4033 566 87 4.9 Curve DAO
the-sandbox 0.1532 405 38 4.6 The Sandbox
decentraland 0.1642 315 24 4.5 Decentraland
axie-infinity 0.9803 164 21 4.8 Axie Infinity
gala 0.007412 349 39 5.1 GALA
chiliz 0.03194 330 36 4.9 Chiliz
apecoin 0.2418 218 18 4.9 ApeCoin
enjincoin 0.03105 59.1 8.1 5.1 Enjin Coin
tezos 0.5034 534 19 3.9 Tezos
eos 0.2131 336 4.2 4.4 EOS
flow 0.2244 364 11 4.1 Flow
elrond-erd-2 8.41 242 13 4.3 MultiversX
theta-token 0.3721 372 12 4.6 Theta Network
kava 0.1294 140 8.9 4.3 Kava
mina-protocol 0.09121 116 7.3 4.8 Mina Protocol
zcash 421.6 6870 780 7.2 Zcash
dash 58.3 730 96 6.4 Dash
compound-governance-token 34.6 334 28 4.2 Compound
havven 0.5632 194 27 5.9 Synthetix
yearn-finance 4120 139 11 3.9 yearn.finance
sushi 0.3902 107 18 4.8 Sushi
1inch 0.1931 270 14 4.2 1inch
basic-attention-token 0.2214 331 19 4.4 Basic Attention
0x 0.1684 143 11 4.4 0x Protocol
ethereum-name-service 11.4 432 24 4.4 Ethereum Name Service
balancer 0.7131 48.6 6.2 5 Balancer
uma 0.8412 76.1 6.9 4.8 UMA
kyber-network-crystal 0.2515 42.7 5.4 4.6 Kyber Network Crystal
loopring 0.05872 80.2 8.7 4.9 Loopring
ankr 0.007914 79.1 8.2 4.7 Ankr Network
storj 0.1502 21.6 6 4.9 Storj
skale 0.01463 88.4 9.6 5.2 SKALE
celo 0.1874 110 9.3 4.8 Celo
rocket-pool 3.21 70.7 4.4 4.6 Rocket Pool
dydx-chain 0.2492 205 12 5 dYdX
gmx 9.13 94.6 9 4.6 GMX
pendle 2.31 388 43 5.3 Pendle
ethena 0.2613 1960 210 5.8 Ethena
ether-fi 0.8102 442 41 5.6 Ether.fi
eigenlayer 0.5621 241 33 5.9 EigenCloud
starknet 0.1184 538 62 6.1 Starknet
zksync 0.03452 258 41 6.3 ZKsync
wormhole 0.04684 236 26 5.6 Wormhole
pyth-network 0.07913 455 34 5.3 Pyth Network
jito-governance-token 0.5032 207 21 5.5 Jito
raydium 1.34 360 29 5.3 Raydium
hyperliquid 34.6 11600 390 5.2 Hyperliquid
kaspa 0.04532 1220 34 4.5 Kaspa
worldcoin-wld 0.6424 1520 120 5.7 Worldcoin
crypto-com-chain 0.1081 3940 28 3.4 Cronos
leo-token 9.62 8870 2.9 1 LEO Token
okb 108.2 2270 41 3.2 OKB
bitget-token 3.71 2590 74 2.2 Bitget Token
mantle 1.08 3510 110 4.3 Mantle
kucoin-shares 11.3 1480 3.8 2.1 KuCoin
gatechain-token 10.4 860 3.1 2 Gate
xdce-crowd-sale 0.05213 975 21 4 XDC Network
iota 0.1082 451 12 4.4 IOTA
neo 4.13 291 11 4.1 NEO
qtum 1.44 153 14 4.2 Qtum
ontology 0.06713 61.9 4.8 4.6 Ontology
zilliqa 0.005841 115 6.3 4.4 Zilliqa
icon 0.08211 90.1 3.4 4.9 ICON
lisk 0.2133 45.1 3.1 4.7 Lisk
siacoin 0.001832 103 2.8 4.6 Siacoin
decred 24.1 417 7.2 5 Decred
ravencoin 0.007741 123 8 4.9 Ravencoin
digibyte 0.005912 106 2.9 4.5 DigiByte
kusama 8.04 144 6.1 4.3 Kusama
moonbeam 0.02911 29.8 3.2 5.1 Moonbeam
astar 0.01342 110 6.4 4.9 Astar
arweave 4.02 264 21 4.9 Arweave
oasis-network 0.01542 115 6.8 4.8 Oasis
mask-network 0.6713 67.1 11 4.9 Mask Network
audius 0.03341 45.6 4.4 5 Audius
band-protocol 0.3924 65.2 5 4.5 Band
numeraire 9.12 68.4 12 5.6 Numeraire
orchid-protocol 0.03362 33 2.1 5 Orchid Protocol
pax-gold 4090 1680 140 0.9 PAX Gold
tether-gold 1*pax-gold 2150 61 0.03 Tether Gold
paypal-usd 1 3810 84 0.012 PayPal USD
usds 1 9720 21 0.012 USDS
true-usd 0.9985 494 18 0.02 TrueUSD
first-digital-usd 0.9982 920 3100 0.02 First Digital USD
ethena-usde 0.9995 7340 140 0.015 Ethena USDe
gemini-dollar 1 49.2 2.4 0.02 Gemini Dollar
wrapped-bitcoin 0.999*bitcoin 10800 210 0.02 Wrapped Bitcoin
coinbase-wrapped-btc 1*bitcoin 6330 310 0.01 Coinbase Wrapped BTC
weth 1*ethereum 7410 640 0.01 WETH
staked-ether 0.9995*ethereum 26700 31 0.02 Lido Staked Ether
wrapped-steth 1.224*ethereum 11300 42 0.02 Wrapped stETH
rocket-pool-eth 1.152*ethereum 1190 6.3 0.03 Rocket Pool ETH
coinbase-wrapped-staked-eth 1.117*ethereum 431 4.7 0.03 Coinbase Wrapped Staked ETH
terra-luna 0.00003012 166 9.1 6 Terra Luna Classic
official-trump 6.21 1240 260 6.2 Official Trump
pudgy-penguins 0.01142 717 140 6.6 Pudgy Penguins
virtual-protocol 0.8913 584 91 7.1 Virtuals Protocol
aerodrome-finance 0.6214 566 34 5.8 Aerodrome Finance
morpho 1.34 727 24 5.1 Morpho
layerzero 1.42 284 41 5.4 LayerZero
jasmycoin 0.006931 343 21 5.1 JasmyCoin
reserve-rights-token 0.003842 233 14 5.2 Reserve Rights
thorchain 0.6512 229 42 5.7 THORChain
pancakeswap-token 2.31 773 56 4.2 PancakeSwap
helium 1.93 359 7.9 4.9 Helium
akash-network 0.5214 148 6.3 5.1 Akash Network
gnosis 118.4 312 4.1 3.3 Gnosis
cow-protocol 0.1932 105 16 5.3 CoW Protocol
convex-finance 1.83 182 8.6 5 Convex Finance
livepeer 3.91 186 12 5.4 Livepeer
api3 0.4612 63.4 13 5.8 API3
biconomy 0.05413 54.1 5.2 5.1 Biconomy
cartesi 0.04152 37.4 4.3 5.2 Cartesi
gitcoin 0.1413 13.6 1.9 5.3 Gitcoin
iexec-rlc 0.7014 50.8 6.1 5.4 iExec RLC
spell-token 0.0003121 53.4 6.6 5.5 Spell
blur 0.03312 88.6 12 5.6 Blur
magic 0.1034 33.1 9.2 6.1 Treasure
nexo 0.9713 971 9.4 2.4 NEXO
bitcoin-cash-sv 20.4 407 21 4.1 Bitcoin SV
ecash 0.00001183 236 6.7 4.3 eCash
`

/** Less known coins, some with the same ticker: as above, with the ticker after the id. */
export const lesserCoinTable = `
terra-luna-2 LUNA 0.1312 93 12.4 6 Terra
lunar-base LUNA 0.0021 1.3 0.088 7.5 Lunar Base
luna LUNA 0.000042 0 0.00095 8 Luna Cat
unicorn-token UNI 0.00031 0.41 0.0052 6 UNICORN Token
turbo TURBO 0.0034 235 96 9.5 Turbo
zoo-coin ZOO 0.000101 2.9 0.041 8 ZooCoin
sonic-3 S 0.0812 306 41 5 Sonic
kaia KAIA 0.0611 357 12 4.4 Kaia
vaulta A 0.2633 417 26 4.6 Vaulta
`
