/** Why something is unknown, in words. The codes are stable; callers get both. */
const words: Readonly<Record<string, string>> = {
  network_down: 'the network did not answer',
  not_answered: 'the node refused the question',
  too_slow: 'no answer came in time',
  history_too_short: 'the node does not search far enough back',
  cut_short: 'not all transfers could be read',
  no_archive: 'the node keeps no old states',
  no_network: 'no network was asked',
  registry_not_read: 'the agent registry is not read yet',
  file_not_read: 'the registration file could not be read',
  domain_not_read: 'the domain could not be read',
  lists_not_fresh: 'a sanctions list is not fresh',
  lists_not_loaded: 'the sanctions lists are not loaded yet',
  ethereum_not_enabled: 'Ethereum is not connected',
  ens_gateway_not_asked: 'the name is stored outside Ethereum',
  never_seen: 'the address was never seen',
  no_trace: 'no trace of the address was found, and not all networks could be read',
}

/** A reason in words, or its code where there are none. */
export function describeReason(reason: string): string {
  return words[reason] ?? reason
}
