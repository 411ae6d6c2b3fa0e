const { createHmac, timingSafeEqual } = require('crypto')

const SIGNING = 'whk_82hd7sl19dka'

exports.isGenuine = (body, signature) => {
  const expected = createHmac('sha256', SIGNING).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
