import { expect, test } from 'vitest'
import { RpcRejected, RpcUnreachable } from './chain.ts'
import { asUnreachable, isExecutionFailure, sendResultOf } from './node-errors.ts'

const words: [string, string, string][] = [
  ['geth', 'already known', 'already_known'],
  ['geth', 'nonce too low: next nonce 5, tx nonce 4', 'nonce_too_low'],
  ['geth', 'replacement transaction underpriced', 'underpriced'],
  ['geth', 'transaction underpriced: tip needed 1, tip permitted 0', 'underpriced'],
  ['geth', 'max fee per gas less than block base fee: address 0x1, maxFeePerGas: 1, baseFee: 7', 'underpriced'],
  ['geth', 'insufficient funds for gas * price + value: balance 0, tx cost 21000', 'no_gas_money'],
  ['geth', 'intrinsic gas too low', 'rejected'],
  ['geth', 'nonce too high', 'rejected'],
  ['erigon', 'ALREADY_EXISTS: already known', 'already_known'],
  ['erigon', 'nonce too low', 'nonce_too_low'],
  ['erigon', 'could not replace existing tx', 'underpriced'],
  ['erigon', 'fee too low', 'underpriced'],
  ['nethermind', 'AlreadyKnown', 'already_known'],
  ['nethermind', 'OldNonce, Current nonce: 7, nonce of rejected tx: 3', 'nonce_too_low'],
  ['nethermind', 'ReplacementNotAllowed, previous tx has the same nonce', 'underpriced'],
  ['nethermind', 'FeeTooLow, MaxFeePerGas too low', 'underpriced'],
  ['nethermind', 'InsufficientFunds, Account balance: 0, cumulative cost: 21000', 'no_gas_money'],
  ['besu', 'Known transaction', 'already_known'],
  ['besu', 'Gas price below current base fee', 'underpriced'],
  ['besu', 'Upfront cost exceeds account balance', 'no_gas_money'],
  ['anvil', 'transaction already imported', 'already_known'],
  ['anvil', 'Insufficient funds for gas * price + value', 'no_gas_money'],
  ['SKALE', 'Transaction nonce is too low', 'nonce_too_low'],
  ['SKALE', 'Same transaction already exists in the pending transaction queue.', 'already_known'],
  ['SKALE', 'Account balance is too low (balance < value + gas * gas price)', 'no_gas_money'],
]

test.each(words)('%s says "%s": %s', (_, message, result) => {
  expect(sendResultOf(new RpcRejected(-32000, message))).toBe(result)
})

test.each([
  [3, 'execution reverted: FiatTokenV2: authorization is used or canceled'],
  [-32000, 'out of gas'],
  [-32000, 'gas required exceeds allowance (500000)'],
  [-32000, 'invalid opcode: INVALID'],
  [-32015, 'VM execution error.'],
  [-32003, 'EVM error OutOfGas'],
])('an error %i "%s" is the verdict of a contract', (code, message) => {
  expect(isExecutionFailure(new RpcRejected(code, message))).toBe(true)
})

test.each([
  [-32000, 'header not found'],
  [-32601, 'the method eth_call does not exist'],
  [-32005, 'query returned more than 10000 results'],
])('an error %i "%s" is no verdict of a contract, and counts as no answer', (code, message) => {
  const error = new RpcRejected(code, message)
  expect(isExecutionFailure(error)).toBe(false)
  expect(asUnreachable(error)).toBeInstanceOf(RpcUnreachable)
})
