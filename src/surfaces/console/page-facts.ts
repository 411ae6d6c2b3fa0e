import { serviceName, type ServiceFacts } from '../discovery/service-facts.ts'
import type { PageFacts } from './page-frame.ts'

export function pageFactsOf({ publicUrl, playMoney, legal }: Pick<ServiceFacts, 'publicUrl' | 'playMoney' | 'legal'>): PageFacts {
  return { name: serviceName, publicUrl, playMoney, legal }
}
