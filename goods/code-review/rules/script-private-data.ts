import type { Sink } from '../taint/rule.ts'
import { onResponse } from './script-paths.ts'

/** Names of values about a person. */
export const personal = String.raw`e_?mail(?:_?address)?|phone(?:_?number)?|ip_?address|birth_?(?:date|day)|date_?of_?birth|dob|passport_?(?:no|number)|social_?security_?number|home_?address|full_?name|last_?name|first_?name|surname|firstname|lastname`
const ofPersons = new RegExp(`^(?:${personal})$`, 'i')
const ofSecrets = new RegExp(`^(?!(?:${personal})$)`, 'i')

const logs =
  /^\??(?:console|logger|log|winston|pino|bunyan|log4js|req\.log|request\.log|fastify\.log|app\.log|this\.log(?:ger)?|\.\.?\/\S*logg?er\S*|\w*[lL]ogger)(?:\(\)|\.\w+\(\)|\.default)*\.(?:log|info|warn|error|debug|trace|fatal|verbose|child)$/

/** Places that secrets and data about persons may not reach. */
export const scriptPrivateDataSinks: readonly Sink[] = [
  {
    id: 'script-secret-in-log',
    weakness: 'CWE-532',
    path: logs,
    reads: ['secret'],
    from: ofSecrets,
    severity: 'medium',
    title: 'A secret is written to a log',
    why: 'Logs are read by more people and kept longer than the secret should be.',
    fix: 'Leave the secret out of the message.',
  },
  {
    id: 'script-person-in-log',
    weakness: 'CWE-532',
    path: logs,
    reads: ['secret'],
    from: ofPersons,
    confidence: 0.4,
    severity: 'low',
    title: 'Data about a person is written to a log',
    why: 'Logs are kept long and read by many; such data may have to be deleted on request.',
    fix: 'Log an identifier of your own instead.',
  },
  {
    id: 'script-person-to-third-party',
    weakness: 'CWE-201',
    path: /^\??(?:@sentry\/\S+?|[sS]entry|bugsnag|Bugsnag|@bugsnag\/\S+?|rollbar|Rollbar|airbrake|Airbrake|honeybadger|Honeybadger|@honeybadger-io\/\S+?|newrelic|dd-?trace|datadog\S*|DD_\w+|@datadog\/\S+?|(?:\w+\.)?(?:analytics|[aA]nalytics(?:Browser)?|segment|mixpanel|amplitude|heap|posthog|fullstory|intercom|Intercom)|ga|gtag|ReactGA|react-ga4?|dataLayer|window\.dataLayer|@segment\/\S+?|posthog-node|mixpanel|openai(?:\.OpenAI\(\))?|algoliasearch|elasticsearch|@elastic\/\S+?|@opentelemetry\/\S+?|\w*[sS]pan|tracer|scope|transaction|ClickHouse|@google-cloud\/\S+?)(?:\(\w*\)|\.default|\.\w+\(\w*\)|\.\w+)*\.(?:capture\w*|set\w*|notify|leaveBreadcrumb|addBreadcrumb|track|identify|page|group|alias|push|log|error|warning|info|send|event|exception|record\w*|add\w*|start\w*|update|index\w*|save\w*|create\w*|configureScope|\w*Action|\w*Attribute\w*|increment|gauge|notice\w*|reportError|report)$/,
    reads: ['secret'],
    from: ofPersons,
    confidence: 0.4,
    severity: 'low',
    title: 'Data about a person is sent to another firm',
    why: 'The person has to be told and asked, and the data can no longer be deleted here alone.',
    fix: 'Send an identifier of your own instead.',
  },
  {
    id: 'script-secret-stored',
    weakness: 'CWE-312',
    path: /^(?:window\.)?(?:localStorage|sessionStorage)\.setItem$|^\??(?:Cookies|js-cookie)\.set$|^fs(?:\/promises|\.promises|-extra)?\.(?:writeFile|writeFileSync|appendFile|appendFileSync)$/,
    args: [1],
    reads: ['secret'],
    from: ofSecrets,
    severity: 'medium',
    title: 'A secret is stored as it is',
    why: 'Anyone who can read the file, and any script that runs in the page, has the secret.',
    fix: 'Store a hash of a password; keep tokens in a cookie that scripts can not read.',
  },
  {
    id: 'script-person-stored',
    weakness: 'CWE-312',
    path: /^(?:window\.)?(?:localStorage|sessionStorage)\.setItem$|^fs(?:\/promises|\.promises|-extra)?\.(?:writeFile|writeFileSync|appendFile|appendFileSync)$/,
    args: [1],
    reads: ['secret'],
    from: ofPersons,
    confidence: 0.3,
    severity: 'low',
    title: 'Data about a person is stored readably',
    why: 'Anyone who can read the file has it.',
    fix: 'Encrypt the file, or leave the data out.',
  },
  {
    id: 'script-secret-in-cookie',
    weakness: 'CWE-312',
    path: onResponse('cookie|setCookie'),
    args: [1],
    reads: ['secret'],
    from: /pass(?:word|wd|phrase)/i,
    severity: 'medium',
    title: 'A password is put into a cookie',
    why: 'It is sent with each request and kept readable on the machine of the visitor.',
    fix: 'Put the identifier of a session into the cookie.',
  },
]
