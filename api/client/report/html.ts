/** HTML templates that escape every value, and the common parts of reports. */

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | readonly Html[] | string | number;

/** Template tag that escapes every value except `Html`. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.reduce((text, part, at) => text + textOf(values[at - 1] ?? '') + part));

function textOf(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Number formats of reports; a dash for unknown values. */
const orDash =
  (words: (value: number) => string) =>
  (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : words(value);
export const number = orDash((value) => value.toLocaleString('en', { maximumFractionDigits: 2 }));
export const usd = orDash((value) => {
  const amount = Math.abs(value).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${value < 0 ? '-' : ''}$${amount}`;
});
/** A share, 0 to 1. */
export const percent = orDash((value) =>
  value !== 0 && Math.abs(value) < 1e-4 ? '< 0.01 %' : `${number(100 * value)} %`,
);

export const facts = (all: Readonly<Record<string, string | Html>>): Html =>
  html`<dl>${Object.entries(all).map(([name, is]) => html`<dt>${name}</dt><dd>${is}</dd>`)}</dl>`;

export type Row = readonly (string | number)[];
/** Maximum number of rows of a table: the days of a leap year. */
const MOST_ROWS = 366;

export function table(title: string, heads: readonly string[], rows: readonly Row[]): Html {
  if (rows.length === 0) return html``;
  const rest = rows.length - MOST_ROWS;
  const look = (value: string | number | undefined) => (typeof value === 'number' ? 'number' : 'text');
  const head = (name: string, at: number) => html`<th class="${look(rows[0]?.[at])}">${name}</th>`;
  const cell = (value: string | number) =>
    html`<td class="${look(value)}">${typeof value === 'number' ? number(value) : value}</td>`;
  return html`<h2>${title}</h2>
<div class="wide"><table><thead><tr>${heads.map(head)}</tr></thead>
<tbody>${rows.slice(0, MOST_ROWS).map((row) => html`<tr>${heads.map((_, at) => cell(row[at] ?? ''))}</tr>\n`)}</tbody></table></div>
${rest > 0 ? html`<p>and ${rest} more</p>` : html``}`;
}

/**
 * A page. `data`: element id -> JSON, embedded as script elements that no browser runs; `<` is escaped so that no text
 * can close them.
 */
export function page(title: string, body: Html, data: Readonly<Record<string, unknown>>): string {
  const scripts = Object.entries(data).map(([id, value]) => {
    const json = new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
    return html`<script type="application/json" id="${id}">${json}</script>\n`;
  });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title} - report</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
${scripts}</body>
</html>
`.text;
}

/** Style for screen and print. */
const STYLE = new Html(`
:root { color-scheme: light dark; --ink: #1c2530; --quiet: #5b6673; --edge: #d5dbe2; --paper: #fff; --line: #1f6fb5; --good: #1c7a4a; --bad: #b3261e; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e6eaef; --quiet: #9aa6b2; --edge: #3a4550; --paper: #151b21; --line: #6db3f2; --good: #57c98c; --bad: #ff8a80; }
}
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: var(--paper); font: 15px/1.5 system-ui, sans-serif; }
h1, h2 { line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin-top: 2rem; break-after: avoid; }
code { overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; }
dt, figcaption { color: var(--quiet); }
dd { margin: 0; }
.good, .bad { border-left: 4px solid var(--good); padding: .1rem 1rem; }
.bad { border-color: var(--bad); }
figure { margin: 1rem 0 0; break-inside: avoid; }
figure svg { width: 100%; height: auto; font-size: 12px; fill: var(--quiet); }
line { stroke: var(--edge); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .25rem .5rem; border-bottom: 1px solid var(--edge); text-align: left; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
@media print { body { margin: 0; font-size: 11px; } tr { break-inside: avoid; } .wide { overflow: visible; } }
`);
