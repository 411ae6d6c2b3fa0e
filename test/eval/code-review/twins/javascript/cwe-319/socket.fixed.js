const host = 'chat.acme.io'
const socket = new WebSocket('wss://' + host + '/rooms')

socket.addEventListener('open', () => socket.send(JSON.stringify({ token: sessionStorage.getItem('token') })))
