const https = require('https')
const axios = require('axios')

const agent = new https.Agent({ keepAlive: true, ca: process.env.PARTNER_CA })

exports.loadOrders = () => axios.get('https://partner.example.net/orders', { httpsAgent: agent })
