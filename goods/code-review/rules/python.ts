import type { LanguageRules } from '../taint/rule.ts'
import { pythonCryptoMisuses } from './python-crypto-misuses.ts'
import { pythonInjectionSinks } from './python-injection-sinks.ts'
import { pythonMisuses } from './python-misuses.ts'
import { pythonReturned, pythonSwallowing } from './python-returned.ts'
import { pythonGuards, pythonSanitisers } from './python-sanitisers.ts'
import { pythonSecretSinks } from './python-secret-sinks.ts'
import { pythonAssignments, pythonSettings } from './python-settings.ts'
import { pythonWebSinks } from './python-web-sinks.ts'

const requestMembers =
  'args|form|values|json|data|cookies|headers|files|query_string|stream|path|full_path|url|base_url|get_json|get_data|GET|POST|FILES|REQUEST|body|META|COOKIES|query_params|path_params|view_args|environ|user_agent|referrer|params|query|forms|arguments|content|authorization|remote_user'

/** What is known of Python: where data of outsiders comes in, what it may not reach, and what makes it harmless. */
export const pythonRules: LanguageRules = {
  sources: [
    new RegExp(`^(?:flask\\.|bottle\\.|sanic\\.|cherrypy\\.|quart\\.|falcon\\.)?request\\.(?:${requestMembers})(?:\\(\\))?$`),
    new RegExp(`^(?:this:\\w+|\\?self)\\.request\\.(?:${requestMembers})(?:\\(\\))?$`),
    /^(?:this:\w+|\?self)\.(?:get_(?:query_|body_)?arguments?|get_cookie|path_args|path_kwargs|headers)(?:\(\))?$/,
    /^(?:this:\w+|\?self)\.rfile\.read\(\)$/,
    /(?:^|\.)reqparse\.RequestParser\(\)\.parse_args\(\)$/,
    /^cgi\.FieldStorage\(\)\.getvalue\(\)$/,
  ],
  mildSources: [
    { path: /^(?:input|raw_input|sys\.stdin\.read|sys\.stdin\.readline|getpass\.getpass)\(\)$/, certain: false, cleaned: [] },
    {
      path: /^(?:sys\.argv|sys\.stdin|optparse\.OptionParser\(\)\.parse_args\(\)|argparse\.ArgumentParser\(\)\.parse_args\(\))$/,
      certain: false,
      cleaned: [],
    },
  ],
  requestNames: /^(?:request|req|event|self_request)$/,
  requestMembers: new RegExp(
    `^(?:${requestMembers}|match_info|rel_url|post|text|read|queryStringParameters|pathParameters|multiValueQueryStringParameters|get_param|getvalue|matchdict|json_body|media|stream)\\b`,
  ),
  handlerDecorators: /^(?:route|get|post|put|delete|patch|websocket|api_route|view|on|event|errorhandler)$/,
  trustsCalls: true,
  requestReaders: /(?:request|param|arg|form|query|input|body|payload|wrap)\w*$/i,
  handlerParameters: /^request$/,
  harmlessTypes:
    /^(?:int|float|bool|UUID|uuid\.UUID|date|datetime|Decimal|Session|AsyncSession|Depends.*|Request|HttpRequest|Literal\[.*|\w*Enum)$/,
  opaque:
    /^(?:len|isinstance|issubclass|bool|id|type|hash|hasattr|callable|hashlib\..*|hmac\..*|range|any|all|os\.path\.(?:exists|isfile|isdir|getsize|getmtime|islink)|.*\.(?:isdigit|isalnum|isalpha|isnumeric|startswith|endswith|count|index|find|exists|is_file|is_dir|is_relative_to|hexdigest|digest|fetchone|fetchall|fetchmany|first|scalar|scalars|all|one|one_or_none|get_or_404|first_or_404|find_one|status_code|check_password|verify_password|authenticate|is_authenticated|commit)|secrets\..*|uuid\.uuid\d|re\.(?:fullmatch|match|compile)|get_object_or_404|django\.shortcuts\.get_object_or_404|time\..*|os\.urandom|authenticate|.*\.objects\.\w+|.*\.query\.\w+)$/,
  collecting: /^(?:append|add|extend|insert|update|setdefault|write|writelines|appendleft|put|push)$/,
  harmlessMembers:
    /^(?:__class__|__name__|size|length|status_code|content_length|method|is_json|remote_addr|is_secure|errno|is_authenticated)$/,
  sinks: [...pythonInjectionSinks, ...pythonWebSinks, ...pythonSecretSinks],
  misuses: [...pythonMisuses, ...pythonCryptoMisuses],
  assignments: pythonAssignments,
  badSettings: pythonSettings,
  sanitisers: pythonSanitisers,
  guards: pythonGuards,
  returned: pythonReturned,
  swallowing: pythonSwallowing,
  errorSources: /^(?:traceback\.(?:format_exc|format_exception|format_tb)|sys\.exc_info)\(\)$/,
  secretNames:
    /^(?:\w+_)?(?:password|passwd|passphrase|pwd|secret_?key|api_?key|private_?key|access_token|auth_token|refresh_token|client_secret|credit_?card(?:_?number)?|card_?number|cvv|ssn|social_security_number|cert(?:ificate)?_key)$/i,
  keepsText:
    /^(?:str|repr|bytes|ascii|sys\.exc_info|traceback\.\w+)$|\.(?:format|join|encode|decode|strip|lower|upper|replace|dumps|dump|get|pop|b64encode|urlencode|quote|copy|format_map)$|^(?:dict|list|tuple|json\.dumps|base64\.\w+|flask\.jsonify)$/,
  lookups: /\.(?:get|pop|index|getattr|get_or_none|filter|filter_by)$/,
  checkers: /^_?(?:validate|check|verify|assert|ensure|require|raise_if|raise_for|reject|forbid)(?!_?(?:password|user|login|auth))\w*$/i,
}
