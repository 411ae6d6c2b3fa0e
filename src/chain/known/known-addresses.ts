import type { Hex } from '../../shared/bytes.ts'
import type { NetworkId } from '../chain.ts'
import { networks } from '../networks.ts'
import type { Label, LabelledAddress } from './label.ts'
import { mixers } from './mixers.ts'

const checkedOn = '2026-11-22'
const ethereum: NetworkId = 'eip155:1'

/** Newly minted tokens come from this address, and burned ones go to it. */
export const zeroAddress: Hex = '0x0000000000000000000000000000000000000000'

function labelled(label: Omit<Label, 'checkedOn'>, on: readonly NetworkId[], addresses: readonly Hex[]): LabelledAddress[] {
  return addresses.map((address) => ({ ...label, checkedOn, networks: on, address }))
}

const binance = {
  kind: 'exchange',
  name: 'Binance',
  source: "Binance's published wallets, as in DefiLlama-Adapters: projects/binance/config.js",
} as const
const kraken = { kind: 'exchange', name: 'Kraken', source: 'DefiLlama-Adapters: projects/kraken/index.js' } as const

const exchanges: readonly LabelledAddress[] = [
  ...labelled(
    binance,
    [ethereum],
    [
      '0xBE0eB53F46cd790Cd13851d5EFf43D12404d33E8',
      '0xF977814e90dA44bFA03b6295A0616a897441aceC',
      '0x5a52E96BAcdaBb82fd05763E25335261B270Efcb',
      '0x28C6c06298d514Db089934071355E5743bf21d60',
      '0x9696f59E4d72E237BE84fFD425DCaD154Bf96976',
      '0x21a31Ee1afC51d94C2eFcCAa2092aD1028285549',
      '0xDFd5293D8e347dFe59E90eFd55b2956a1343963d',
      '0x56Eddb7aa87536c09CCc2793473599fD21A8b17F',
      '0x4976A4A02f38326660D17bf34b431dC6e2eb2327',
    ],
  ),
  ...labelled(binance, ['eip155:42161'], ['0xB38e8c17e38363aF6EbdCb3dAE12e0243582891D', '0xF977814e90dA44bFA03b6295A0616a897441aceC']),
  ...labelled(
    kraken,
    [ethereum],
    [
      '0x2910543Af39abA0Cd09dBb2D50200b3E800A63D2',
      '0xAe2D4617c862309A3d75A0fFB358c7a5009c673F',
      '0x66c57bF505A85A74609D2C83E94Aabb26d691E1F',
      '0x267be1C1D684F78cb4F6a176C4911b741E4Ffdc0',
      '0x89e51fA8CA5D66cd220bAed62ED01e8951aa7c40',
    ],
  ),
  ...labelled(
    { kind: 'exchange', name: 'Coinbase', source: 'Dune spellbook: labels of exchanges' },
    [ethereum],
    ['0xA9D1e08C7793af67e9d92fe308d5697FB81d3E43'],
  ),
]

/** The same contract on every network that has it. It mints USDC that was burned on another network. */
const circleMinters: readonly LabelledAddress[] = [
  ...labelled(
    { kind: 'bridge', name: 'Circle CCTP (TokenMinterV2)', source: 'developers.circle.com/cctp/references/contract-addresses' },
    ['eip155:8453', ethereum, 'eip155:137', 'eip155:42161', 'eip155:10'],
    ['0xfd78EE919681417d192449715b2594ab58f5D002'],
  ),
  ...labelled(
    { kind: 'bridge', name: 'Circle CCTP (TokenMinter)', source: 'developers.circle.com/cctp/v1/evm-smart-contracts' },
    [ethereum],
    ['0xc4922d64a24675E16e1586e3e3Aa56C06fABe907'],
  ),
]

const across = { kind: 'bridge', name: 'Across', source: 'across-protocol/contracts: deployments/deployments.json' } as const
const arbitrumGateways = { kind: 'bridge', name: 'Arbitrum bridge', source: "Arbitrum's token bridge: mainnet gateways" } as const

const bridges: readonly LabelledAddress[] = [
  ...circleMinters,
  ...labelled(
    { kind: 'bridge', name: 'Base bridge', source: 'ethereum-optimism/superchain-registry: addresses/mainnet/base.json' },
    [ethereum],
    ['0x3154Cf16ccdb4C6d922629664174b904d80F2C35'],
  ),
  ...labelled(
    { kind: 'bridge', name: 'Optimism bridge', source: 'ethereum-optimism/superchain-registry: addresses/mainnet/op.json' },
    [ethereum],
    ['0x99C9fc46f92E8a1c0deC1b1747d010903E884bE1'],
  ),
  ...labelled(arbitrumGateways, [ethereum], ['0xcEe284F754E854890e311e3280b767F80797180d', '0xa3A7B6F88361F48403514059F1F16C8E78d60EeC']),
  ...labelled(across, [ethereum], ['0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5', '0xc186fA914353c44b2E33eBE05f21846F1048bEda']),
  ...labelled(across, ['eip155:10'], ['0x6f26Bf09B1C792e3228e5467807a900A503c0281']),
  ...labelled(across, ['eip155:137'], ['0x9295ee1d8C5b022Be115A2AD3c30C72E34e7F096']),
  ...labelled(across, ['eip155:8453'], ['0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64']),
  ...labelled(across, ['eip155:42161'], ['0xe35e9842fceaCA96570B734083f4a58e8F7C5f2A']),
]

const lending: readonly LabelledAddress[] = labelled(
  { kind: 'lending', name: 'Aave (aEthUSDC)', source: 'DefiLlama-Adapters: projects/helper/cex.js' },
  [ethereum],
  ['0x98C23E9d8f34FEFb1B7BD6a91B7FF122F4e16F5c'],
)

/** The USDC contracts themselves. What is sent there is lost, or belongs to the issuer. */
function issuers(): readonly LabelledAddress[] {
  return networks.map(({ id, asset }) => ({
    kind: 'issuer',
    name: 'USDC contract',
    source: 'the canonical contract of the network',
    checkedOn: null,
    networks: [id],
    address: asset,
  }))
}

const zero: LabelledAddress = {
  kind: 'burn',
  name: 'Mint and burn',
  source: 'ERC-20',
  checkedOn: null,
  networks: null,
  address: zeroAddress,
}

/** Publicly known addresses, each with its source. They are few, because a wrong label is worse than none. */
export function knownAddresses(): readonly LabelledAddress[] {
  return [zero, ...issuers(), ...exchanges, ...bridges, ...lending, ...mixers]
}
