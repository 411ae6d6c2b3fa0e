const { createHmac, timingSafeEqual } = require('crypto')

const SIGNING = process.env.WEBHOOK_KEY

exports.isGenuine = (body, signature) => {
  const expected = createHmac('sha256', SIGNING).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
