import type { Hex } from '../../shared/bytes.ts'
import type { NetworkId } from '../chain.ts'
import type { LabelledAddress } from './label.ts'

const pools = { kind: 'mixer', source: 'DefiLlama-Adapters: projects/tornado/config.js', checkedOn: '2026-11-22' } as const

function tornado(network: NetworkId, coin: string, addresses: readonly Hex[]): LabelledAddress[] {
  return addresses.map((address) => ({ ...pools, name: `Tornado Cash (${coin})`, address, networks: [network] }))
}

const router = 'Tornado Cash (router)'

const etherPools: readonly Hex[] = [
  '0x84443CFd09A48AF6eF360C6976C5392aC5023a1F',
  '0xd47438C816c9E7f2E2888E060936a499Af9582b3',
  '0x330bdFADE01eE9bF63C209Ee33102DD334618e0a',
  '0x1E34A77868E19A6647b1f2F47B51ed72dEDE95DD',
]

/** Contracts of mixers, which hide who paid whom. */
export const mixers: readonly LabelledAddress[] = [
  ...tornado('eip155:1', 'USDC', [
    '0xd96f2B1c14Db8458374d9Aca76E26c3D18364307',
    '0x4736dCf1b7A3d580672CcE6E7c65cd5cc9cFBa9D',
    '0xD691F27f38B395864Ea86CfC7253969B409c362d',
  ]),
  ...tornado('eip155:1', 'ETH', [
    '0x12D66f87A04A9E220743712cE6d9bB1B5616B8Fc',
    '0x47CE0C6eD5B0Ce3d3A51fdb1C52DC66a7c3c2936',
    '0x910Cbd523D972eb0a6f4cAe4618aD62622b39DbF',
    '0xA160cdAB225685dA1d56aa342Ad8841c3b53f291',
  ]),
  ...tornado('eip155:1', 'DAI', [
    '0xD4B88Df4D29F5CedD6857912842cff3b20C8Cfa3',
    '0xFD8610d20aA15b7B2E3Be39B396a1bC3516c7144',
    '0x07687e702b410Fa43f4cB4Af7FA097918ffD2730',
    '0x23773E65ed146A459791799d01336DB287f25334',
  ]),
  ...tornado('eip155:1', 'USDT', [
    '0x169AD27A470D064DEDE56a2D3ff727986b15D52B',
    '0x0836222F2B2B24A3F36f98668Ed8F0B38D1a872f',
    '0xF67721A2D8F736E75a49FdD7FAd2e31D8676542a',
    '0x9AD122c22B14202B4490eDAf288FDb3C7cb3ff5E',
  ]),
  ...tornado('eip155:10', 'ETH', etherPools),
  ...tornado('eip155:42161', 'ETH', etherPools),
  ...tornado('eip155:137', 'POL', [
    '0x1E34A77868E19A6647b1f2F47B51ed72dEDE95DD',
    '0xdf231d99Ff8b6c6CBF4E9B9a945CBAcEF9339178',
    '0xaf4c0B70B2Ea9FB7487C7CbB37aDa259579fe040',
    '0xa5C2254e4253490C54cef0a4347fddb8f75A4998',
  ]),
  // The newest first.
  ...(
    [
      '0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b',
      '0x722122dF12D4e14e13Ac3b6895a86e84145b6967',
      '0x905b63Fff465B9fFBF41DeA908CEb12478ec7601',
    ] as const
  ).map((address): LabelledAddress => ({
    kind: 'mixer',
    name: router,
    address,
    networks: ['eip155:1'],
    source: 'US Treasury, notice of 2022-08-08 (lifted since)',
    checkedOn: '2026-11-22',
  })),
]

const mixerAddresses = new Set(
  mixers.flatMap(({ address, networks }) => (networks ?? []).map((network) => `${network} ${address.toLowerCase()}`)),
)

/** Whether an address is a contract of a mixer on this network, whatever its case. */
export function isMixer(network: NetworkId, address: Hex): boolean {
  return mixerAddresses.has(`${network} ${address.toLowerCase()}`)
}

/** The mixer contracts that handle USDC, by network: the USDC pools, and the routers that deposit and withdraw for others. Pools on other networks hold none. */
export const usdcMixers: Readonly<Partial<Record<NetworkId, readonly Hex[]>>> = {
  'eip155:1': mixers.filter(({ name }) => name === 'Tornado Cash (USDC)' || name === router).map(({ address }) => address),
}
