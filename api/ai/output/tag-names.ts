/** Names of HTML, SVG and MathML elements, as alternatives of a pattern; `<name>` is no tag in a formula or in code. */
export const TAG_NAMES = [
  'a|abbr|address|animate|animatetransform|applet|area|article|aside|audio|b|base|basefont|bdi|bdo|bgsound|big',
  'blink|blockquote|body|br|button|canvas|caption|center|circle|cite|code|col|colgroup|datalist|dd|del|details',
  'dfn|dialog|dir|div|dl|dt|ellipse|em|embed|fieldset|figcaption|figure|font|footer|foreignobject|form|frame',
  'frameset|h[1-6]|head|header|hgroup|hr|html|i|iframe|image|img|input|ins|isindex|kbd|keygen|label|legend|li',
  'link|main|map|mark|marquee|math|menu|meta|meter|nav|nobr|noembed|noframes|noscript|object|ol|optgroup|option',
  'p|param|path|picture|plaintext|portal|pre|progress|q|rect|ruby|s|samp|script|section|select|set|slot|small',
  'source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time',
  'title|tr|track|tt|u|ul|use|var|video|wbr|xmp',
].join('|');
