/** What a person would see of a prompt: compatibility forms resolved, invisible characters taken out. */

/** Zero-width, bidirectional, tag and other default-ignorable characters, and controls that are not space. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|[^\P{Cc}\t\n\r]/gu;
/** Emoji are written with these; they hide nothing. */
const EMOJI_JOINERS = /[\u{FE0E}\u{FE0F}]/gu;
/** The tag block mirrors ASCII, unseen by people and read by models. */
const TAGS = /[\u{E0020}-\u{E007E}]/gu;
const TAG_BASE = 0xe0000;

export interface Visible {
  readonly text: string;
  /** Characters were removed that nobody sees. */
  readonly hadInvisible: boolean;
  /** What was written in tag characters. */
  readonly smuggled: string;
}

export function toVisible(prompt: string): Visible {
  const compatible = prompt.normalize('NFKC').replace(EMOJI_JOINERS, '');
  const text = compatible.replace(INVISIBLE, '');
  const tags = compatible.match(TAGS) ?? [];
  return {
    text,
    hadInvisible: text.length < compatible.length,
    smuggled: tags.map((tag) => String.fromCodePoint((tag.codePointAt(0) ?? TAG_BASE) - TAG_BASE)).join(''),
  };
}
