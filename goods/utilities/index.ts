import { format, goods, setting } from '../../src/goods/door.ts'
import { qrCode } from './qr-code/qr-code.ts'

/** Small tools that ask no source. */
export const utilities = goods({
  name: 'utilities',
  packages: ['uqr'],
  settings: {
    qrCodePrice: setting('QR_CODE_PRICE', 'Price of a QR code in dollars, such as 0.005; 0 makes codes free.', {
      default: '0',
      parse: format.decimal(6, '1'),
    }),
  },
  open: ({ settings, simulated }) => ({
    offers: [
      // To sell something more, add a line.
      qrCode({ price: settings.qrCodePrice ?? 0n, simulated }),
    ],
  }),
})
