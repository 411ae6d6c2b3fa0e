const trusted = ['https://pay.acme.io', 'https://pay.acme.eu']

self.addEventListener('message', function (message) {
  if (message.data.status === 'paid') showReceipt(message.data.order)
})
