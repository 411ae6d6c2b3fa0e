const trusted = ['https://pay.acme.io', 'https://pay.acme.eu']

self.addEventListener('message', function (message) {
  if (!trusted.includes(message.origin)) {
    return
  }
  if (message.data.status === 'paid') showReceipt(message.data.order)
})
