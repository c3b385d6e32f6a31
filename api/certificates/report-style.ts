/** How a report looks, on screen and on paper. */
import { Html } from './html.ts';

export const REPORT_STYLE = new Html(`
:root { color-scheme: light dark; --ink: #1c2530; --quiet: #5b6673; --edge: #d5dbe2; --paper: #fff; --line: #1f6fb5; --good: #1c7a4a; --bad: #b3261e; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e6eaef; --quiet: #9aa6b2; --edge: #3a4550; --paper: #151b21; --line: #6db3f2; --good: #57c98c; --bad: #ff8a80; }
}
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: var(--paper); font: 15px/1.5 system-ui, sans-serif; }
h1, h2 { line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin-top: 2rem; break-after: avoid; }
code { overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
.verdict { border-left: 4px solid; padding: .1rem 1rem; }
.verdict.good { border-color: var(--good); }
.verdict.bad { border-color: var(--bad); }
figure { margin: 1rem 0 0; break-inside: avoid; }
figcaption { color: var(--quiet); }
figure svg { width: 100%; height: auto; font-size: 12px; fill: var(--quiet); }
.grid { stroke: var(--edge); }
.line { fill: none; stroke: var(--line); stroke-width: 2; }
.range { fill: var(--line); opacity: .2; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .25rem .5rem; border-bottom: 1px solid var(--edge); text-align: left; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
@media print { body { margin: 0; font-size: 11px; } tr { break-inside: avoid; } .wide { overflow: visible; } }
`);
