import { serviceName, type ServiceFacts } from '../discovery/service-facts.ts'
import type { PageFacts } from './page-frame.ts'

export function pageFactsOf({
  name,
  publicUrl,
  playMoney,
  legal,
  networks,
}: Pick<ServiceFacts, 'name' | 'publicUrl' | 'playMoney' | 'legal' | 'networks'>): PageFacts {
  return { name: serviceName({ name }), publicUrl, playMoney, legal, networks }
}
