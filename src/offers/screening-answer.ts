import { z } from 'zod'
import { evmAddress, identifier, isoDate, isoTime, networkId, transactionHash } from './answer-figures.ts'

const status = z.enum(['clean', 'listed', 'unknown']).describe('Clean only if every check answered')

/** Sanctions lists, and oracles that repeat one of them on chain. */
export const sanctionsAnswer = z.object({
  status,
  entries: z
    .array(
      z.object({
        list: identifier,
        entry: identifier.describe("The publisher's number"),
        listedDate: isoDate.nullable(),
        listVersion: identifier,
      }),
    )
    .describe('Entries that name it'),
  oracleNetworks: z.array(networkId).describe('Where a sanctions oracle names it'),
})

/** The blacklist of the USDC contract, which its issuer keeps. */
export const blacklistAnswer = z
  .object({
    status,
    entries: z.array(
      z.object({
        network: networkId,
        contract: evmAddress,
        blacklistedAt: isoTime.nullable(),
        transaction: transactionHash.nullable(),
      }),
    ),
  })
  .describe("The USDC contract's blacklist")
