import type { Config } from '../config/config.ts'
import { readOrCreateSecret } from '../ops/secret-file.ts'
import type { Random } from '../shared/random.ts'

/** The file of the secret that is made where the settings name none. */
export function mppSecretFile(dataDir: string): string {
  return `${dataDir}/mpp-secret`
}

/** The secrets of MPP challenges, the one for new ones first. */
export function mppSecretsOf({ mppSecrets, dataDir }: Pick<Config, 'mppSecrets' | 'dataDir'>, random: Random): readonly string[] {
  return mppSecrets.length > 0 ? mppSecrets : readOrCreateSecret(mppSecretFile(dataDir), random).split(',')
}
