/** CPU of this process until each gap was proven first, s, from the call on. */
import { GAPS, type Gap } from './figure.ts';

export interface GapMarks {
  readonly marks: { [gap in Gap]?: number };
  see(gap: number | null): void;
  spentS(): number;
}

const cpuS = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

export function gapMarks(): GapMarks {
  const begin = cpuS();
  const marks: GapMarks['marks'] = {};
  const spentS = (): number => cpuS() - begin;
  return {
    marks,
    see(gap) {
      if (gap === null) return;
      for (const wanted of GAPS) if (gap <= wanted) marks[wanted] ??= spentS();
    },
    spentS,
  };
}
