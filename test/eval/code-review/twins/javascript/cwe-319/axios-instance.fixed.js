import axios from 'axios'

const base = 'https://billing.acme.io/v2'
const client = axios.create({ baseURL: base, timeout: 5000 })

export const charge = (amount) => client.post('/charges', { amount })
