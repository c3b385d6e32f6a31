/**
 * Rules of the guardrail, following the OWASP Top 10 for LLM Applications 2025: LLM01 and LLM07 (overriding instructions,
 * switching roles, forging markup, extracting the prompt), LLM02, LLM05 and LLM06 (secrets, personal data, payloads,
 * deletion), and the policy on real grids. Patterns over meanings are data: each row of `meanings.tsv` has one pattern of
 * a rule.
 */
import { readWords } from '../../http/read-words.ts';
import type { Rule } from './rule.ts';

/** Markers by which chat templates separate speakers. */
const CHAT_TOKENS = [
  /\bim_(?:start|end|sep)\b/,
  /<\s?\|/,
  /\|\s?>/,
  /\[\s?\/?\s?(?:inst|sys|system)\s?\]/,
  /<<\s?\/?\s?sys\s?>>/,
  /<\s?\/?\s?(?:system|assistant|developer|instructions?|start_of_turn|end_of_turn|s)(?:[-_ :][a-z_ ]{0,20})?>/,
  /<\s?\/?\s?(?:tool|function)(?:[-_ ](?:calls?|results?|responses?|outputs?))?>/,
  /\b(?:start|end)_(?:header_id|of_turn)\b/,
  /## ?(?:system|instructions?|new instructions?|assistant|developer)\b/,
  /\b(?:begin|end) (?:of )?(?:system|developer) (?:prompt|message|instructions?)\b/,
  /"role" ?: ?"(?:system|assistant|developer)"/,
  /--- ?(?:system|end of (?:user )?(?:prompt|input|message))\b/,
];

/** Pattern of a chat turn: a role and a colon at the start of a line or sentence, with the following text. */
const TURN =
  /(^|[\n.!?"'>)\]}*;,|-] ?)(?:system|(?:tool|function|api) (?:result|response|output)|observation|sistema|systeme|assistant|assistent|assistente|asistente|developer)(?: (?:message|prompt|override|notice|update|note))?\** ?:([^\n]{0,300})/g;

/** Patterns of secrets by their usual shapes. */
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

/** Removes secrets and personal data from a text, for logs. */
export const redact = (text: string): string =>
  [...SECRETS, ...PERSONAL_DATA].reduce((rest, shape) => rest.replace(shape, '[redacted]'), text);

/** Names of environment variables that hold secrets. */
const SECRET_SETTING =
  /\b(?:[A-Z][A-Z0-9]*_)+(?:SECRET|SECRETS|TOKEN|PASSWORD|PEPPER|URI|API_KEY|ACCESS_KEY|PRIVATE_KEY)\b/;

/** Patterns of payloads: code, shell commands and database operators. */
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

const MEANINGS = readWords(new URL('./meanings.tsv', import.meta.url));

export const patternsOf = (id: string): string[] =>
  MEANINGS.filter(([rule]) => rule === id).map(([, parts]) => parts.join(' '));

const block = (id: string, warning: string, more: Partial<Rule> = {}): Rule => ({
  id,
  action: 'block',
  warning,
  meanings: patternsOf(id),
  ...more,
});

export const RULES: readonly Rule[] = [
  block('PI-001', 'Asks to set instructions aside'),
  block('PI-002', 'Asks for another role or mode'),
  block('PI-003', 'Forges chat markup', { folded: CHAT_TOKENS, turns: TURN }),
  block('PI-004', 'Asks for the instructions of the model'),
  block('SD-001', 'Asks for credentials, keys or settings of the host', { visible: [SECRET_SETTING] }),
  block('SD-002', 'Contains a secret; withdraw it, it must count as known', { visible: SECRETS }),
  { id: 'SD-003', action: 'warn', warning: 'Contains what looks like personal data', visible: PERSONAL_DATA },
  block('OH-001', 'Carries code or a query to be run', { folded: PAYLOADS }),
  block('EA-001', 'Asks to delete users, logs, databases or configurations'),
  block('CI-001', 'Is about attacking real grid assets'),
];
