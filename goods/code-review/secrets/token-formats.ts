import type { FindingSeverity } from '../finding.ts'

/** A form of secret that tells who issued it. */
export interface TokenFormat {
  readonly id: string
  readonly title: string
  readonly severity: FindingSeverity
  /** Global; every repetition in it is limited, so that it takes linear time. The secret is the group `secret`, else the whole. */
  readonly pattern: RegExp
  /** Characters at the beginning that may be shown: they name the issuer. */
  readonly shown: number
}

const token = (id: string, issuer: string, pattern: RegExp, shown: number, severity: FindingSeverity = 'high'): TokenFormat => ({
  id,
  title: `A secret of ${issuer} in the code`,
  severity,
  pattern,
  shown,
})

/** Tokens whose beginning or form belongs to one issuer. Each form is in the public documents of its issuer. */
export const tokenFormats: readonly TokenFormat[] = [
  token('github', 'GitHub', /\bgh[pousr]_[A-Za-z0-9]{36,251}\b/g, 4),
  token('github-fine-grained', 'GitHub', /\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/g, 11),
  token('gitlab', 'GitLab', /\bgl(?:pat|dt|rt|ft|soat|cbt|ptt|agent)-[A-Za-z0-9_-]{20,64}/g, 6),
  token('slack', 'Slack', /\bxox[abeprs]-(?:\d-)?[A-Za-z0-9-]{20,160}/g, 5),
  token('slack-app', 'Slack', /\bxapp-\d-[A-Z0-9]{8,16}-\d{8,16}-[a-f0-9]{32,80}/g, 5),
  token(
    'slack-webhook',
    'Slack',
    /https:\/\/hooks\.slack\.com\/(?:services|workflows)\/T[A-Z0-9]{6,12}\/[A-Z0-9]{6,12}\/[A-Za-z0-9]{18,40}/g,
    32,
    'medium',
  ),
  token(
    'discord-webhook',
    'Discord',
    /https:\/\/(?:\w{1,10}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{15,22}\/[A-Za-z0-9_-]{50,80}/g,
    30,
    'medium',
  ),
  token('discord', 'Discord', /\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}\b/g, 3),
  token('stripe', 'Stripe', /\b[rs]k_live_[A-Za-z0-9]{20,120}\b/g, 8, 'critical'),
  token('stripe-test', 'Stripe (test mode)', /\b[rs]k_test_[A-Za-z0-9]{20,120}\b/g, 8, 'low'),
  token('stripe-webhook', 'Stripe', /\bwhsec_[A-Za-z0-9+/]{30,60}={0,2}/g, 6),
  token('openai', 'OpenAI', /\bsk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,200}|\bsk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}\b/g, 3),
  token('anthropic', 'Anthropic', /\bsk-ant-(?:api|admin)\d\d-[A-Za-z0-9_-]{80,120}/g, 7),
  token('hugging-face', 'Hugging Face', /\bhf_[A-Za-z]{34,40}\b/g, 3),
  token('google-api', 'Google', /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g, 4, 'medium'),
  token('google-oauth', 'Google', /\bGOCSPX-[A-Za-z0-9_-]{28}(?![A-Za-z0-9_-])/g, 7),
  token('google-access', 'Google', /\bya29\.[A-Za-z0-9_-]{60,400}/g, 5, 'medium'),
  token('azure-storage', 'Azure', /\bAccountKey=(?<secret>[A-Za-z0-9+/]{86}==)/g, 4, 'critical'),
  token('azure-client', 'Azure', /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/g, 3),
  token('npm', 'npm', /\bnpm_[A-Za-z0-9]{36}\b/g, 4),
  token('pypi', 'PyPI', /\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,300}/g, 5),
  token('docker', 'Docker', /\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{27,40}/g, 9),
  token('sendgrid', 'SendGrid', /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g, 3),
  token('mailgun', 'Mailgun', /\bkey-[a-f0-9]{32}\b/g, 4),
  token('mailchimp', 'Mailchimp', /\b[a-f0-9]{32}-us\d{1,2}\b/g, 2),
  token('twilio', 'Twilio', /\bSK[a-f0-9]{32}\b/g, 2, 'medium'),
  token('telegram', 'Telegram', /(?<![\w:])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g, 4),
  token('digitalocean', 'DigitalOcean', /\bdo[opr]_v1_[a-f0-9]{64}\b/g, 7),
  token('shopify', 'Shopify', /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/g, 6),
  token('square', 'Square', /\b(?:EAAA|sq0(?:atp|csp)-)[A-Za-z0-9_-]{22,60}(?![A-Za-z0-9_-])/g, 4),
  token('databricks', 'Databricks', /\bdapi[a-f0-9]{32}(?:-\d)?\b/g, 4),
  token('new-relic', 'New Relic', /\bNRAK-[A-Z0-9]{27}\b/g, 5),
  token('grafana', 'Grafana', /\bglsa_[A-Za-z0-9]{32}_[a-f0-9]{8}\b/g, 5),
  token('vault', 'HashiCorp Vault', /\bhv[sb]\.[A-Za-z0-9_-]{90,200}/g, 4),
  token('terraform-cloud', 'Terraform Cloud', /\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,80}/g, 4),
  token('linear', 'Linear', /\blin_api_[A-Za-z0-9]{40}\b/g, 8),
  token('figma', 'Figma', /\bfigd_[A-Za-z0-9_-]{40,60}/g, 5),
  token('facebook', 'Facebook', /\bEAACEdEose0cBA[A-Za-z0-9]{20,200}\b/g, 4),
  token('age', 'age (a private key)', /\bAGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}\b/g, 15, 'critical'),
]
