/** Code, shell commands and database operators in a prompt. */
import type { View } from './rule.ts';

const PAYLOADS = [
  /\brm -[rf]{1,3}\b/,
  /\bsudo \w/,
  /\b(?:curl|wget) (?:-\S+ )?(?:https?:|[\w.]+\/)/,
  /\|\s?(?:ba|z|da)?sh\b/,
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
  /\bdb\.(?:\w+\.)?(?:drop|dropdatabase|remove|deletemany|deleteone|update\w*|find)\w* ?\(/,
  /\bdropdatabase\b|\.deletemany\b/,
  /\$\{ ?jndi:|\{\{ ?[^}]{1,80}\}\}|\$\( ?\w+/,
  /\bpowershell(?:\.exe)? |\binvoke-expression\b|\biex ?\(/,
  /\bchmod \+?[0-7x]|\bmkfs\b|\bdd if=|\bnc -[el]|\bshutdown -[hr]\b|\bkill -9\b|:\(\) ?\{/,
  /(?:\.\.\/){2,}/,
  /\bxp_cmdshell\b/,
  /\bfetch ?\( ?["'`]|\bxmlhttprequest\b|\bsendbeacon\b|\bdocument\.(?:cookie|write|location)|\blocalstorage\b/,
  /\b(?:python3?|node|perl|ruby|php|bash|sh|zsh) -[cer] ?["'`]/,
];

export const carriesPayload = ({ folded }: View): boolean => PAYLOADS.some((payload) => payload.test(folded));
