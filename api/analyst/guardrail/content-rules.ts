/** OWASP LLM02, LLM05 and LLM06, and the policy on real grids: secrets, personal data, payloads, deletion, attacks. */
import type { Rule } from './rule.ts';

/** Secrets by their usual shapes. */
export const SECRETS: readonly RegExp[] = [
  /(?<![A-Za-z0-9])sk-(?=[\w-]{0,40}\d)[\w-]{10,}/g,
  /(?<![A-Za-z0-9])(?:gok|gh[pousr]|github_pat|glpat|xox[abprs]|hf|npm|pypi|whsec)[_-][\w-]{12,}/g,
  /(?<![A-Za-z0-9])(?:sk|pk|rk)_(?:live|test)_\w{8,}/g,
  /(?<![A-Z0-9])A(?:KIA|SIA|ROA|IDA)[A-Z0-9]{12,}/g,
  /(?<![A-Za-z0-9])AIza[\w-]{20,}/g,
  /(?<![\w-])eyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*)?/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g,
  /\b(?:mongodb(?:\+srv)?|postgres(?:ql)?|mysql|redis|amqp|https?):\/\/[^\s:@/]{1,64}:[^\s:@/]{1,128}@/g,
];

const PERSONAL_DATA: readonly RegExp[] = [
  /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[A-Za-z]{2,}/g,
  /(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)/g,
  /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/g,
  /\b[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]\b/g,
  /\b(?:\d{8}|[XYZ]\d{7})-?[A-Z]\b/g,
  /\b[12] \d{2} \d{2} \d{2} \d{3} \d{3}(?: \d{2})?\b/g,
];

/** The text without secrets and personal data, fit for a log. */
export const redact = (text: string): string =>
  [...SECRETS, ...PERSONAL_DATA].reduce((rest, shape) => rest.replace(shape, '[redacted]'), text);

/** Names of environment variables that hold secrets. */
const SECRET_SETTING =
  /\b(?:[A-Z][A-Z0-9]*_)+(?:SECRET|SECRETS|TOKEN|PASSWORD|PEPPER|URI|API_KEY|ACCESS_KEY|PRIVATE_KEY)\b/;

/** Code, shell commands and database operators. */
const PAYLOADS = [
  /\brm -[rf]{1,3}\b/,
  /\bsudo \w/,
  /\b(?:curl|wget) (?:-\S+ )?(?:https?:|[\w.]+\/)/,
  /\|\s?(?:ba|z|da)?sh\b/,
  /\/proc\/(?:self|\d)|\/var\/(?:lib|log|run)\/|~\/\.ssh\b|\/root\//,
  /\/bin\/(?:ba|z|da)?sh\b/,
  /\/etc\/(?:passwd|shadow)\b/,
  /\b(?:eval|exec|execsync|spawn|system|popen|compile|__import__|require|settimeout) ?\( ?['"`\w]/,
  /\b(?:os\.(?:system|popen|environ)|subprocess\.|child_process|process\.(?:env|exit|mainmodule)|__import__)/,
  /\b__proto__\b|\bconstructor ?[.[] ?["']?(?:prototype|constructor)/,
  /<\s?\/?\s?(?:script|iframe|svg|img|object)\b[^>]{0,200}>/,
  /\bjavascript:/,
  /\bon(?:error|load|click) ?=/,
  /\b(?:drop|truncate|alter) (?:table|database|collection|schema)\b(?! (?:rows?|columns?|entries))/,
  /\bdelete from \w+ ?(?:;|where\b|$)/,
  /\bunion (?:all )?select\b/,
  /\binsert into \w+ ?(?:\(|values)/,
  /\bselect (?:\*|[\w, ]{1,60}) from (?:users|accounts|audit|information_schema|sessions)\b/,
  /['"] ?or ?['"]?1['"]? ?= ?['"]?1/,
  /\$(?:where|ne|gt|gte|lt|regex|function|accumulator|lookup|expr|nin|or)\b ?["']?\s?:/,
  /\$where\b/,
  /\bdb\.(?:\w+\.)?(?:drop|dropdatabase|remove|deletemany|deleteone|update|find)\w* ?\(/,
  /\bdropdatabase\b|\.deletemany\b/,
  /\$\{ ?jndi:|\{\{ ?[^}]{1,80}\}\}|\$\( ?\w+/,
  /\bpowershell(?:\.exe)? |\binvoke-expression\b|\biex ?\(/,
  /\bchmod \+?[0-7x]|\bmkfs\b|\bdd if=|\bnc -[el]|\bshutdown -[hr]\b|\bkill -9\b|:\(\) ?\{/,
  /(?:\.\.\/){2,}/,
  /\bxp_cmdshell\b/,
  /\bfetch ?\( ?["'`]|\bxmlhttprequest\b|\bsendbeacon\b|\bdocument\.(?:cookie|write|location)|\blocalstorage\b/,
  /\b(?:python3?|node|perl|ruby|php|bash|sh|zsh) -[cer] ?["'`]/,
];

export const CONTENT_RULES: readonly Rule[] = [
  {
    id: 'SD-001',
    action: 'block',
    warning: 'Asks for credentials, keys or settings of the host',
    visible: [SECRET_SETTING],
    meanings: [
      'reveal|ask ~6 credential !',
      'reveal -3 secret !',
      'reveal -2 your -1 secret|credential !',
      'become ~12 credential !',
      'others -1 people -3 information ?',
      'reveal|ask|send ~5 information ~2 others -1 people',
      'reveal|ask ~5 private ~2 information ?',
      'reveal|ask ~3 others -0 people ?',
      'ask|reveal ~4 others ~1 people ~3 tell|told|ask ?',
      'send ~6 address',
      'reveal -3 keys ?',
      'reveal|ask ~10 secret ?',
      'ask -0 people ?',
      'reveal -1 foreign -0 people',
      'all ~1 credential ?',
      'ask ~4 information ~4 people ?',
      'reveal|ask ~4 information ~3 people ?',
      'people ~5 contact ?',
      'contact ~5 people ?',
      'key|password|credential ~3 host|admin ?',
      'host|admin ~2 key|password|credential ?',
      'admin ~2 credential|password ?',
    ],
  },
  {
    id: 'SD-002',
    action: 'block',
    warning: 'Contains a secret; withdraw it, it must count as known',
    visible: SECRETS,
  },
  { id: 'SD-003', action: 'warn', warning: 'Contains what looks like personal data', visible: PERSONAL_DATA },
  { id: 'OH-001', action: 'block', warning: 'Carries code or a query to be run', folded: PAYLOADS },
  {
    id: 'EA-001',
    action: 'block',
    warning: 'Asks to delete users, logs, databases or configurations',
    meanings: [
      'remove|wipe -2 all -4 records|database !',
      'remove|wipe -2 database !',
      'wipe -2 records !',
      'all -2 records -3 remove|wipe !',
      'remove|wipe ~1 everything ~4 database|records !',
      'remove|wipe ~3 all ~3 database',
      'wipe ~3 all ~2 people|records ?',
      'remove|wipe ~4 all ~6 people ?',
      'remove|wipe -3 accounts ?',
      'remove|wipe ~1 all ~2 records ?',
      'overwrite ~1 all ~2 records',
      'database ~1 off !',
    ],
  },
  {
    id: 'CI-001',
    action: 'block',
    warning: 'Is about attacking real grid assets',
    meanings: [
      'hack ~4 asset',
      'hack|disrupt ~4 control-asset',
      'asset|control-asset ~3 hack',
      'seek -4 cause -3 blackout',
      'seek -5 hack -3 grid',
      'operate|disrupt|hack|collapse ~6 real -2 device|asset',
      'operate|disrupt|hack|collapse ~6 device|asset ~6 real',
      'operate|disrupt ~6 asset|device ~8 cause -2 blackout',
      'weapon ~6 asset|control-asset|device',
      'asset|control-asset|device ~6 weapon',
      'seek ~4 collapse ~4 city|control-asset',
      'collapse ~7 city ?',
      'collapse ~3 control-asset ~3 city',
      'control-asset ~4 lame',
      'cause ~2 real -1 blackout',
      'cause ~2 blackout ~2 real|city',
      'seek ~5 collapse ~2 control-asset',
      'hack ~6 city|device',
      'real ~3 operate ~6 control-asset|device',
      'real ~1 damage ~4 device|asset',
      'malware ~12 grid|device|asset',
      'collapse ~6 city ~4 hack',
      'collapse ~8 hack ?',
      'with ~2 weapon',
      'falsify ~8 control-asset|device',
    ],
  },
];
