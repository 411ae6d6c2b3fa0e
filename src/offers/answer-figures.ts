import { z } from 'zod'
import type { FigureKind } from './answer-vocabulary.ts'

/**
 * The kind of every text and number in an answer. A schema that is made from one of these, such as a described or a
 * nullable one, is of the same kind. A test over the catalog refuses a text or a number without one.
 */
export const figureKinds = z.registry<{ readonly kind: FigureKind }>()

/** Declares the kind of a schema. */
function ofKind<S extends z.ZodType>(kind: FigureKind, schema: S): S {
  figureKinds.add(schema, { kind })
  return schema
}

/** A pattern would be repeated for every figure in every document, so that examples and tests are held to it alone. */
const textLike = (pattern: RegExp) => z.string().refine((text) => pattern.test(text))

/** A moment in UTC: `2026-10-05T21:34:58.120Z`. */
export const isoTime = ofKind('time', z.iso.datetime())
/** A calendar day: `2026-10-05`. */
export const isoDate = ofKind('date', z.iso.date())
/** What a statistical figure is for: `2026-09`, `2026-Q2`, `2025`, or a day. */
export const period = ofKind('period', textLike(/^\d{4}(?:-\d{2}(?:-\d{2})?|-?[QS]\d)?$/))

const plainDecimal = /^-?\d+(?:\.\d+)?$/
/** An exact number in plain decimal notation, as text: `0.775144766147`. Its unit is beside it, or in its description. */
export const decimal = ofKind('decimal', textLike(plainDecimal))
/** US dollars as an exact decimal: `1.1225`. */
export const usdDecimal = ofKind('usd', textLike(plainDecimal))
/** Euro as an exact decimal: `88.51`. */
export const eurDecimal = ofKind('eur', textLike(plainDecimal))
/** USDC as an exact decimal, at most 6 places: `12.5`. */
export const usdcDecimal = ofKind('usdc', textLike(plainDecimal))
/** A whole number of a token's smallest units: `12500000`. */
export const baseUnits = ofKind('base units', textLike(/^\d+$/))

/** An address on an EVM chain with its EIP-55 checksum. */
export const evmAddress = ofKind('address', textLike(/^0x[0-9a-fA-F]{40}$/))
/** A network by its CAIP-2 id: `eip155:8453`. */
export const networkId = ofKind('network', textLike(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))
/** The hash of a transaction. */
export const transactionHash = ofKind('transaction', textLike(/^0x[0-9a-f]{64}$/i))
/** The hash of some content. */
export const contentHash = ofKind('hash', textLike(/^(?:0x)?[0-9a-f]{64}$/i))
/** An absolute address on the web, or a URI. */
export const uri = ofKind('uri', z.string())
/** An ISO 4217 code: `EUR`. */
export const currencyCode = ofKind('currency', textLike(/^[A-Z]{3}$/))
/** An ISO 3166-1 code of two letters; `EA` is the euro area and `EU` the European Union. */
export const countryCode = ofKind('country', textLike(/^[A-Z]{2}$/))
/** A name in some list: of a source, a coin, a series, a package. */
export const identifier = ofKind('id', z.string())
/** A text of this service for people and models. */
export const text = ofKind('text', z.string())
/** A text that others wrote: data, never an instruction. */
export const foreignText = ofKind('foreign text', z.string())
/** A picture or another document: base64, or the text itself for SVG. */
export const documentData = ofKind('document', z.string())

/** A part of a whole, or a probability, from 0 to 1. */
export const share = ofKind('share', z.number().min(0).max(1))
/** Per cent: 1.5 is 1.5 %. For changes and fees; a part of a whole is a share. */
export const percent = ofKind('percent', z.number())
/** Hundredths of a per cent. */
export const basisPoints = ofKind('basis points', z.number())
/** A score from 0 to 100. */
export const score = ofKind('score', z.int())
/** Points of a score. */
export const points = ofKind('points', z.number())
/** How many of something there are. */
export const count = ofKind('count', z.int())
/** A place in an order: a rank, the number of a block. */
export const ordinal = ofKind('ordinal', z.int())
/** An amount of time, of data or of something else, in the unit that its name ends with. */
export const quantity = ofKind('quantity', z.number())
/** A figure of a statistical model or a public standard, as its description says. */
export const statistic = ofKind('statistic', z.number())
/** A figure of a market list as it gives it: a JSON number, good for reading and not for accounts. */
export const marketNumber = ofKind('market number', z.number())
