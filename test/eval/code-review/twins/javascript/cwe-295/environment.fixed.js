import fetch from 'node-fetch'

process.env.NODE_EXTRA_CA_CERTS ??= '/etc/ssl/partner.pem'

export async function loadRates() {
  const response = await fetch('https://rates.example.org/today')
  return response.json()
}
