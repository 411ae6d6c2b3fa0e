import { PaymentDeclined } from './payment-declined.ts'

/** @throws PaymentDeclined `insecure` when somebody between the machines may have changed the terms */
export function checkConnection(service: URL, insecure: boolean): void {
  if (service.protocol === 'https:' || insecure || isThisMachine(service)) return
  throw new PaymentDeclined('insecure', 'the terms came over plain HTTP from another machine, so somebody in between may have changed them')
}

export function isThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
