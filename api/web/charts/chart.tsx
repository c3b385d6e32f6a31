/**
 * A chart on a canvas in the colours of the page, with a text label and, for screen readers, its data as a table.
 * Tooltips are drawn on the canvas, so that text from a case is never interpreted as HTML.
 */
import type { ECharts, EChartsCoreOption } from 'echarts/core';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useStore } from '../parts/store.ts';
import { type Theme, theme } from '../parts/theme.ts';
import { PALETTE } from './color-scale.ts';

interface ChartProps {
  /** Description of the chart for screen readers. */
  readonly label: string;
  readonly option: EChartsCoreOption;
  /** Height, px. */
  readonly height?: number;
  readonly onClick?: (event: {
    readonly name: string;
    readonly dataIndex: number;
    readonly value: unknown;
  }) => void;
  /** The data as a table or text. */
  readonly children?: ComponentChildren;
}

const HEIGHT = 320;

export const INK: Readonly<
  Record<Theme, { readonly text: string; readonly line: string; readonly back: string }>
> = {
  light: { text: '#33404d', line: '#d5dde5', back: '#ffffff' },
  dark: { text: '#c3ced9', line: '#34414f', back: '#182029' },
};

/** Width of the parent of an element, px; 0 before layout. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const parent = element.current?.parentElement;
    if (!parent) return;
    const watcher = new ResizeObserver(() => setWidth(parent.clientWidth));
    watcher.observe(parent);
    return () => watcher.disconnect();
  }, []);
  return width;
}

/** Default style of chart parts. */
function lookOf({ text, line, back }: (typeof INK)[Theme]) {
  const axis = {
    nameTextStyle: { color: text },
    axisLine: { lineStyle: { color: line } },
    splitLine: { lineStyle: { color: line } },
    axisLabel: { color: text },
  };
  return {
    color: PALETTE,
    backgroundColor: 'transparent',
    textStyle: { color: text, fontFamily: 'system-ui, sans-serif', fontSize: 12 },
    categoryAxis: axis,
    valueAxis: axis,
    legend: { icon: 'roundRect', itemWidth: 12, itemHeight: 12, textStyle: { color: text } },
    tooltip: { backgroundColor: back, borderColor: line, textStyle: { color: text } },
  };
}

const LOOKS = { light: lookOf(INK.light), dark: lookOf(INK.dark) };

interface Colored {
  readonly color?: string;
}

const withInk = (option: EChartsCoreOption, name: Theme): EChartsCoreOption => ({
  animation: false,
  // Turns off the label of ECharts, which would replace the label of the page.
  aria: { enabled: true, label: { enabled: false }, decal: { show: false } },
  ...option,
  // Replaces the colour `ink` by the colour of the text.
  series: [option['series'] ?? []]
    .flat()
    .map((each: Colored) => (each.color === 'ink' ? { ...each, color: INK[name].text } : each)),
  tooltip: { renderMode: 'richText', confine: true, ...(option['tooltip'] as object | undefined) },
});

export function Chart({ label, option, height = HEIGHT, onClick, children }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | undefined>(undefined);
  const ink = useStore(theme);
  const shown = useRef(option);
  shown.current = option;
  const clicked = useRef(onClick);
  clicked.current = onClick;

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let isGone = false;
    const watcher = new ResizeObserver(() => chart.current?.resize());
    void import('./echarts.ts').then(({ init }) => {
      if (isGone) return;
      chart.current = init(element, LOOKS[theme.get()]);
      chart.current.setOption(withInk(shown.current, theme.get()));
      chart.current.on('click', ({ name, dataIndex, value }) =>
        clicked.current?.({ name, dataIndex, value }),
      );
      watcher.observe(element);
    });
    return () => {
      isGone = true;
      watcher.disconnect();
      chart.current?.dispose();
      chart.current = undefined;
    };
  }, []);

  useEffect(() => chart.current?.setTheme(LOOKS[ink]), [ink]);
  useEffect(() => {
    chart.current?.setOption(withInk(option, ink), { notMerge: true });
  }, [option, ink]);

  return (
    <figure class="chart">
      <div ref={place} role="img" aria-label={label} style={{ height: `${height}px` }} />
      <figcaption class="unseen">{label}</figcaption>
      {children}
    </figure>
  );
}
