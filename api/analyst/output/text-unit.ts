/**
 * Splits an answer into units that can be cleaned and released one by one: white space, or a word together with
 * constructs that may contain white space (a tag, a link target, a private key, a bearer token). The end of a unit
 * depends only on the text so far, so that streams and complete texts are split alike. After OWASP LLM02 and LLM05
 * (2025).
 */
import { SECRETS } from '../guardrail/rules.ts';

/** Invisible characters, except those that select the presentation of an emoji. */
export const INVISIBLE = /(?![\u{FE0E}\u{FE0F}])[\p{Default_Ignorable_Code_Point}\p{Cf}]|[^\P{Cc}\s]/gu;

/** Names of HTML, SVG and MathML elements as alternatives of a pattern; other names in angle brackets occur in formulas and code. */
const TAG_NAMES = [
  'a|abbr|address|animate|animatetransform|applet|area|article|aside|audio|b|base|basefont|bdi|bdo|bgsound|big',
  'blink|blockquote|body|br|button|canvas|caption|center|circle|cite|code|col|colgroup|datalist|dd|del|details',
  'dfn|dialog|dir|div|dl|dt|ellipse|em|embed|fieldset|figcaption|figure|font|footer|foreignobject|form|frame',
  'frameset|h[1-6]|head|header|hgroup|hr|html|i|iframe|image|img|input|ins|isindex|kbd|keygen|label|legend|li',
  'link|main|map|mark|marquee|math|menu|meta|meter|nav|nobr|noembed|noframes|noscript|object|ol|optgroup|option',
  'p|param|path|picture|plaintext|portal|pre|progress|q|rect|ruby|s|samp|script|section|select|set|slot|small',
  'source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time',
  'title|tr|track|tt|u|ul|use|var|video|wbr|xmp',
].join('|');

export type Removed = 'secret' | 'link' | 'html' | 'invisible';

interface Cleaning {
  readonly removes: Removed;
  readonly pattern: RegExp;
  readonly replacement: string;
}

const SECRET = '[redacted]';
/** Replacement for a removed link; round brackets would make a link of preceding square ones. */
const LINK = '{link removed}';

const KEY_BLOCK =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:(?!-----END [A-Z ]{0,30}-----)[\s\S])*(?:-----END [A-Z ]{0,30}-----|$)/g;
const BEARER = /(?<![A-Za-z0-9])bearer\s+(?=[\w.~+/-]{0,200}\d)[\w.~+/-]{16,}=*/gi;

/** URLs of any scheme that a client may follow or load. */
const URL =
  /(?<![A-Za-z0-9])(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|data:[a-z]+\/|(?:javascript|vbscript|mailto|blob|file):(?=\S))[^\s<>"'`|\\^]*[^\s<>"'`|\\^.,;:!?)\]}*_]/gi;
/** Pattern of `//host.example/path`, to which pages add their own scheme; backslashes count as slashes. */
const NO_SCHEME = /(?<![:\w/\\])[/\\]{2}[\w-]+(?:\.[\w-]+)+[^\s<>"'`)\]}]*/g;
const TOP_LEVEL =
  'com|net|org|info|biz|io|ai|app|dev|co|me|xyz|site|online|top|club|shop|tech|cloud|link|click|page|zip|ly|gg|to|tk|ru|cn|de|uk|eu|us|fr|it|es|br|pt|ch|at|nl|in|jp';
/** Pattern of `host.example/path`, which some clients turn into links. */
const BARE_HOST = new RegExp(
  `(?<![\\w.@/-])(?:[a-z0-9-]{1,63}\\.){1,5}(?:${TOP_LEVEL})(?::\\d{1,5})?[/?#](?:[^\\s<>"'\`)\\]}]*[^\\s<>"'\`)\\]}.,;:!?*_])?`,
  'gi',
);
/** The target of a markdown link or image; plain names are kept: `p[g](t)` is mathematics. */
const TARGET = /(?<=\])\((?=[^()]{0,1000}[:/\\.%&#@?])[^()]{0,1000}(?:\([^()]{0,1000}\)[^()]{0,1000})?\)/g;
const COMMENT = /<!--(?:(?!-->)[\s\S]){0,1000}-->/g;
/** Pattern of a tag name, followed by `>` or a possible attribute: `a<b && c>d` is a comparison. */
const NAME = `/?(?:${TAG_NAMES})(?=[\\s/]*>|[\\s/]+["'@:*_a-z])`;
const TAG = new RegExp(`<${NAME}[^<>]{0,1000}>`, 'gi');
const UNCLOSED = new RegExp(`<(?=!--|${NAME}|/?(?:${TAG_NAMES})[\\s/]*$)`, 'gi');
const AUTO_LINK = /<(?:[a-z][a-z0-9+.-]{1,20}:)[^\s<>]{1,1000}>/gi;

const CLEANINGS: readonly Cleaning[] = [
  { removes: 'invisible', pattern: INVISIBLE, replacement: '' },
  ...[KEY_BLOCK, BEARER, ...SECRETS].map(
    (pattern) => ({ removes: 'secret', pattern, replacement: SECRET }) as const,
  ),
  { removes: 'html', pattern: COMMENT, replacement: '' },
  { removes: 'html', pattern: TAG, replacement: '' },
  { removes: 'link', pattern: TARGET, replacement: '' },
  ...[AUTO_LINK, URL, NO_SCHEME, BARE_HOST].map(
    (pattern) => ({ removes: 'link', pattern, replacement: LINK }) as const,
  ),
];

/** Maximum number of cleaning passes over a unit: a removal may join the halves of another construct. */
const MOST_PASSES = 4;

/** Removes secrets, links, images and HTML from one unit. */
export function cleanUnit(unit: string) {
  const removed = new Set<Removed>();
  let text = unit;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const before = text;
    for (const { removes, pattern, replacement } of CLEANINGS) {
      const rest = text.replace(pattern, replacement);
      if (rest !== text) removed.add(removes);
      text = rest;
    }
    if (text === before) break;
  }
  const inert = text.replace(UNCLOSED, '< ');
  if (inert !== text) removed.add('html');
  return { text: inert, removed: [...removed] };
}

/** Longest tag and link target, characters; longer constructs are cleaned word by word. */
const LONGEST = 1000;

const OPEN_TAG = `</?(?:${TAG_NAMES})(?![^\\s/>])[^<>]{0,${LONGEST}}`;
const OPEN_COMMENT = `<!--(?:(?!-->)[\\s\\S]){0,${LONGEST}}`;
const INNER = `[^()]{0,${LONGEST}}`;
const OPEN_TARGET = `\\]\\(${INNER}(?:\\(${INNER}\\)${INNER})?`;
const KEY_HEADER = '-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----';
const KEY_END = '-----END [A-Z ]{0,30}-----';
const KEY_BODY = `(?:(?!${KEY_END})[\\s\\S])*`;
const TOKEN = '(?<![A-Za-z0-9])bearer\\s+[\\w.~+/=-]*';

const WORD = new RegExp(
  `\\s+|(?:${OPEN_COMMENT}-->|${OPEN_TAG}>|${OPEN_TARGET}\\)|${KEY_HEADER}${KEY_BODY}(?:${KEY_END}|$)|${TOKEN}|[^\\s])+`,
  'iy',
);
/** Pattern of a construct that begins at this position and may continue in later text. */
const OPEN = new RegExp(
  `(?:${OPEN_COMMENT}|${OPEN_TAG}|${OPEN_TARGET}|-----BEGIN [A-Z ]{0,40}-{0,5}|${KEY_HEADER}${KEY_BODY}|${TOKEN})$`,
  'iy',
);
const OPENER = /[<\]\-b]/gi;
const SPACE = /\s/;

/**
 * End of the unit that begins at `start`; undefined while more text may belong to the unit, that is while `isLast` is
 * false.
 */
export function unitEnd(text: string, start: number, isLast: boolean): number | undefined {
  WORD.lastIndex = start;
  if (!WORD.test(text)) return undefined;
  const end = WORD.lastIndex;
  if (isLast || SPACE.test(text.charAt(start))) return end;
  return end === text.length || isOpen(text, start, end) ? undefined : end;
}

function isOpen(text: string, start: number, end: number): boolean {
  OPENER.lastIndex = start;
  for (let opener = OPENER.exec(text); opener && opener.index < end; opener = OPENER.exec(text)) {
    OPEN.lastIndex = opener.index;
    if (OPEN.test(text)) return true;
  }
  return false;
}
