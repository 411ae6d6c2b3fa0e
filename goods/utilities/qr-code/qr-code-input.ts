import { z } from '../../../src/goods/door.ts'
import { isAddress } from '../../../src/goods/kit/evm.ts'
import { readCreditorReference, readIban } from './iban.ts'

/** What the largest code holds: digits only. */
const maxCharacters = 7_089
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), 'one line without control characters')

const usdcPayment = z.object({
  kind: z.literal('usdc'),
  to: z.string().refine(isAddress, 'an address: 0x and 40 hex digits'),
  network: z.string().max(40).optional().describe('CAIP-2 id or name; default Base'),
  amount: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,12})(?:\.\d{1,6})?$/, 'USDC such as 12.5, with at most six decimal places')
    .optional(),
})

const sepaPayment = z
  .object({
    kind: z.literal('sepa'),
    name: line(70).describe('Of the payee'),
    iban: z
      .string()
      .max(48)
      .refine((text) => readIban(text) !== null, 'an IBAN of a SEPA country with a right checksum'),
    bic: z
      .string()
      .regex(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, 'a BIC of 8 or 11 characters')
      .optional(),
    amount: z
      .string()
      .regex(/^(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/, 'euro such as 12.30, up to 999999999.99')
      .refine((text) => /[1-9]/.test(text), 'at least 0.01')
      .optional(),
    purpose: z
      .string()
      .regex(/^[A-Z0-9]{1,4}$/, 'a purpose code of up to four characters')
      .optional(),
    reference: z
      .string()
      .max(30)
      .refine((text) => readCreditorReference(text) !== null, 'a creditor reference (ISO 11649) with a right checksum')
      .optional(),
    text: line(140).optional().describe('For the payee; not beside reference'),
    note: line(70).optional().describe('For the payer'),
  })
  .refine(({ reference, text }) => reference === undefined || text === undefined, {
    message: 'reference or text, not both',
    path: ['text'],
  })

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'a colour such as #1a2b3c')

/** Either text, or a payment to encode. */
export const qrCodeInput = z
  .object({
    text: z
      .string()
      .min(1)
      .max(maxCharacters)
      .refine((text) => text.isWellFormed(), 'a text without halves of characters')
      .optional(),
    payment: z.union([usdcPayment, sepaPayment]).optional().describe('A transfer of USDC (EIP-681) or in euro (EPC069-12)'),
    format: z.enum(['svg', 'png']).default('svg'),
    size: z.int().min(21).max(2_048).default(320).describe('Pixels of a side'),
    margin: z.int().min(0).max(16).default(4).describe('Modules of quiet zone'),
    ecc: z.enum(['L', 'M', 'Q', 'H']).optional().describe('Error correction; default M'),
    dark: colour.default('#000000'),
    light: colour.default('#ffffff'),
  })
  .refine(({ text, payment }) => (text === undefined) !== (payment === undefined), { message: 'either text or payment', path: ['text'] })
  .refine(({ dark, light }) => contrast(dark, light) >= minContrast, {
    message: 'a dark that is clearly darker than light, or no reader finds the code',
    path: ['dark'],
  })

export type QrCodeInput = z.output<typeof qrCodeInput>

/** WCAG's ratio; readers look for dark modules on light ground. */
const minContrast = 3

function contrast(dark: string, light: string): number {
  return (luminance(light) + 0.05) / (luminance(dark) + 0.05)
}

function luminance(text: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(text.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
