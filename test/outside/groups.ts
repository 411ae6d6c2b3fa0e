/** The groups of tests, each a folder beside this file, and what each one tries. */
export const groups = {
  machine: 'the program on fresh machines, systemd, nginx and Caddy',
  database: "a distribution's PostgreSQL, poolers in front of it, failover",
  clients: "other people's clients, in several languages",
  sold: 'servers of others, from npm, sold as they are',
  cluster: 'several instances on several hosts',
}
