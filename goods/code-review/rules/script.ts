import type { LanguageRules } from '../taint/rule.ts'
import { scriptAssignments, scriptSettings } from './script-assignments.ts'
import { scriptCookies } from './script-cookies.ts'
import { scriptCryptography } from './script-cryptography.ts'
import { scriptDelicateSinks } from './script-delicate-sinks.ts'
import { scriptGuards, scriptSanitisers } from './script-guards.ts'
import { scriptInjectionSinks } from './script-injection-sinks.ts'
import { scriptMisuses } from './script-misuses.ts'
import { scriptPageSinks } from './script-page-sinks.ts'
import { contentTypeOf, handlerParameter, onResponse } from './script-paths.ts'
import {
  everythingBut,
  scriptDelicateSources,
  scriptMildSources,
  scriptRequestMembers,
  scriptRequestNames,
  scriptSecretNames,
  scriptSources,
} from './script-sources.ts'
import { scriptStructures } from './script-structures.ts'
import { scriptChosenFunction, scriptJoined, scriptRemoteSinks, scriptStoredToken } from './script-remote-sinks.ts'
import { scriptPrivateDataSinks } from './script-private-data.ts'
import { scriptServices } from './script-services.ts'
import { scriptIncompleteChecks } from './script-incomplete-checks.ts'
import { scriptTokens, scriptWrittenKeys } from './script-written-keys.ts'
import { scriptWebSinks } from './script-web-sinks.ts'

/** What is known of JavaScript and TypeScript: where data of outsiders comes in, what it may not reach, and what makes it harmless. */
export const scriptRules: LanguageRules = {
  sources: scriptSources,
  mildSources: scriptMildSources,
  requestNames: scriptRequestNames,
  requestMembers: scriptRequestMembers,
  handlerDecorators: /^(?!)/,
  parameterDecorators:
    /^(?:Query|Body|Param|Headers|Cookies|RawBody|QueryParam|BodyParam|QueryParams|HeaderParam|CookieParam|UploadedFile|Args|MessageBody|Payload)$/,
  harmlessTypes: /^(?:number|boolean|bigint|Date|void|Buffer\[\]|\(.*\) => .*)$/,
  opaque:
    /^(?:Object\.(?:hasOwn|is|getPrototypeOf)|Array\.isArray|isNaN|isFinite|crypto\.\w+|bcrypt(?:js)?\.\w+|argon2\.\w+|jsonwebtoken\.verify|jose\.jwtVerify|performance\.now|fs(?:\/promises|\.promises|-extra)?\.(?!realpath)\w+|\?(?:res|resp|response|reply)\.(?:render|json|send|end|write|sendFile|redirect))$|\.(?:test|indexOf|lastIndexOf|includes|startsWith|endsWith|has|hasOwnProperty|localeCompare|charCodeAt|codePointAt|digest|isFile|isDirectory|query|execute|findOne|findById|findUnique|findFirst|findMany|countDocuments|save)$/,
  collecting: /^(?:push|unshift|add|append|splice)$/,
  harmlessMembers: /^(?:length|size|byteLength|statusCode|ok|nodeType|tagName|constructor|mimetype)$/,
  transparent:
    /^(?:util\.|bluebird\.)?promisify$|^Object\.(?:freeze|seal)$|^structuredClone$|^Promise\.resolve$|\.bind$|^(?:react|React)\.(?:useCallback|useMemo|memo|forwardRef)$|^(?:async-?[hH]andler|express-async-handler|catchAsync|wrapAsync)$/,
  chaining: onResponse('status|type|set|header|code|contentType|setHeader|append|vary|attachment|cookie'),
  callbackParameter: handlerParameter,
  delicate: ['CWE-209', 'CWE-338', 'CWE-377'],
  secretNames: scriptSecretNames,
  keepsText:
    /^(?:String|\w*Error|JSON\.stringify|util\.(?:inspect|format))$|\.(?:concat|join|toString|valueOf|trim|slice|substring|substr|toUpperCase|toLowerCase|replace|replaceAll|padStart|padEnd)$/,
  delicateSources: scriptDelicateSources,
  arithmetic: everythingBut('CWE-338', 'CWE-770'),
  harmlessPaths:
    /^\?(?:ctx|context)\.(?:body|type|status|state|app)$|^\?(?:req|request|ctx|c\.req|event|res|resp|response|err|error)\.(?:method|httpMethod|status)$|\blocation\.(?:origin|host|hostname|protocol|port|reload|assign|replace|ancestorOrigins)$|\.files?(?:\[\]|\.\w+)?\.(?:path|buffer|size|destination|tempFilePath|filepath|data|encoding|md5)$/,
  pure: /^Buffer\.(?:from|alloc)$/,
  lookups: /^(?:Weak)?Map\(\)\.get$/,
  namedByText: /\.createElement$/,
  effects: [
    { path: onResponse('type|contentType|setHeader|header|set|writeHead'), member: 'content-type', value: contentTypeOf },
    { path: /^\?reply(?:\.\w+\(\))*\.(?:type|header)$/, member: 'content-type', value: contentTypeOf },
  ],
  structures: scriptStructures,
  trustsCalls: true,
  tracksHarmlessSinks: true,
  sinks: [
    ...scriptInjectionSinks,
    ...scriptPageSinks,
    ...scriptWebSinks,
    ...scriptRemoteSinks,
    ...scriptDelicateSinks,
    ...scriptPrivateDataSinks,
  ],
  misuses: [
    ...scriptMisuses,
    ...scriptCookies,
    ...scriptWrittenKeys,
    ...scriptTokens,
    ...scriptCryptography,
    ...scriptServices,
    ...scriptIncompleteChecks,
    scriptStoredToken,
  ],
  joined: scriptJoined,
  chosenFunction: scriptChosenFunction,
  entryPaths: /^(?:module\.)?exports\.(?:handler|lambdaHandler|lambda|main)$/,
  assignments: scriptAssignments,
  badSettings: scriptSettings,
  sanitisers: scriptSanitisers,
  guards: scriptGuards,
}
