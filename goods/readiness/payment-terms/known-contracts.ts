import { isAddress, networks } from '../../../src/goods/kit/evm.ts'
import { identityRegistry, knownAddresses, knownToken, reputationRegistry, tradedTokens } from '../../../src/goods/kit/known-addresses.ts'
import type { FaultCode } from './fault-table.ts'

/**
 * Contracts that everybody uses, at their addresses on the networks of this service, from the deployments that their projects publish.
 * Nobody is paid there: what is sent to them is lost, or the next caller takes it.
 */
export const sharedContracts = `
0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D Uniswap V2 Router02
0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f Uniswap V2 factory
0xE592427A0AEce92De3Edee1F18E0157C05861564 Uniswap V3 SwapRouter
0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45 Uniswap SwapRouter02
0x2626664c2603336E57B271c5C0b26F421741e481 Uniswap SwapRouter02 (Base)
0x1F98431c8aD98523631AE4a59f267346ea31F984 Uniswap V3 factory
0xC36442b4a4522E871399CD717aBDD847Ab11FE88 Uniswap V3 positions
0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD Uniswap UniversalRouter
0xEf1c6E67703c7BD7107eed8303Fbe6EC2554BF6B Uniswap UniversalRouter (first)
0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af Uniswap UniversalRouter (V4, Ethereum)
0x6fF5693b99212Da76ad316178A184AB56D299b43 Uniswap UniversalRouter (V4, Base)
0x000000000004444c5dc75cB358380D2e3dE08A90 Uniswap V4 PoolManager (Ethereum)
0x000000000022D473030F116dDEE9F6B43aC78BA3 Permit2
0x1111111254fb6c44bAC0beD2854e76F90643097d 1inch V4
0x1111111254EEB25477B68fb85Ed929f73A960582 1inch V5
0x111111125421cA6dc452d289314280a0f8842A65 1inch V6
0xDef1C0ded9bec7F1a1670819833240f027b25EfF 0x Exchange Proxy
0xcA11bde05977b3631167028862bE2a173976CA11 Multicall3
0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789 EntryPoint 0.6
0x0000000071727De22E5E9d8BAf0edAc6f37da032 EntryPoint 0.7
0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108 EntryPoint 0.8
0x4e59b44847b379578588920cA78FbF26c0B4956C CREATE2 deployer
0xba5Ed099633D3B313e4D5F7bdc1305d3c28ba5Ed CreateX
0x1820a4B7618BdE71Dce8cdc73aAB6C95905faD24 ERC-1820 registry
0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552 Safe 1.3.0
0x41675C099F32341bf84BFc5382aF534df5C7461a Safe 1.4.1
0xa6B71E26C5e0845f74c812102Ca7114b6a896AB2 Safe proxy factory 1.3.0
0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67 Safe proxy factory 1.4.1
0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2 Aave V3 pool (Ethereum)
0xA238Dd80C259a72e81d7e4664a9801593F98d1c5 Aave V3 pool (Base)
0x794a61358D6845594F94dc1DB02A252b5b4814aD Aave V3 pool (Polygon, Arbitrum, Optimism)
0xBd3fa81B58Ba92a82136038B25aDec7066af3155 Circle CCTP TokenMessenger (Ethereum)
0x1682Ae6375C4E4A97e4B583BC394c861A46D8962 Circle CCTP TokenMessenger (Base)
0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d Circle CCTP TokenMessengerV2
0x81D40F21F12A8F0E3252Bccb954D722d4c464B64 Circle CCTP MessageTransmitterV2
0x402085c248EeA27D92E8b30b2C58ed07f9E20001 x402 Permit2 proxy
0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003 x402 batch settlement
0x4020806089470a89826cB9fB1f4059150b550004 x402 ERC-3009 deposit collector
0x4020425FAf3B746C082C2f942b4E5159887B0005 x402 Permit2 deposit collector
0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e ENS registry
0x0000000000000068F116a894984e2DB1123eB395 Seaport 1.6
0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC Seaport 1.5
`
  .trim()
  .split('\n')
  .map((line) => ({ address: line.slice(0, 42), name: line.slice(43) }))

/** Contracts that chains of the OP stack are born with, and what stands for the coin of a chain where a token is expected. */
const builtIn = /^0x(?:42000000000000000000000000000000000000[\da-f]{2}|e{40})$/
const contracts = new Set([...sharedContracts.map(({ address }) => address.toLowerCase()), identityRegistry, reputationRegistry])
const traded = new Set(tradedTokens.map(({ address }) => address.toLowerCase()))

/** The fault of a payee that is a well-known contract, or a common wallet of an exchange, on any network; null for any other. */
export function knownContract(payee: string): FaultCode | null {
  const lower = payee.toLowerCase()
  if (!isAddress(lower)) return null
  if (traded.has(lower) || networks.some((network) => knownToken(lower, network) !== null)) return 'payee_is_token'
  const label = knownAddresses().findLast(({ address }) => address.toLowerCase() === lower)?.kind
  if (label === 'exchange') return 'payee_is_exchange'
  return label !== undefined || contracts.has(lower) || builtIn.test(lower) ? 'payee_is_contract' : null
}
