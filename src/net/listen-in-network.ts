import { createServer } from 'node:net'

/*
 * A program of its own, which runs in the network of a browser: it listens there on loopback, hands the socket to the service,
 * and ends. A socket stays in the network in which it was made.
 */
const server = createServer()
server.listen(0, '127.0.0.1', () => {
  process.send?.('listening', server, {}, (error) => process.exit(error ? 1 : 0))
})
