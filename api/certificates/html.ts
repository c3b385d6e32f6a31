/** HTML as text in which nothing that came from a user is markup. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | readonly Html[] | string | number;

/** A template of markup: every value in it is escaped, unless it is `Html` itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, at) => text + textOf(values[at - 1] ?? '') + part));
}

function textOf(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Data that no browser runs, and that no text in it can end. */
export const jsonScript = (id: string, value: unknown): Html => {
  const json = new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
  return html`<script type="application/json" id="${id}">${json}</script>\n`;
};
