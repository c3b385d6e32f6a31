/** Icons as paths in a 24 x 24 view box. */
const PATHS = {
  search: 'M10.500 4a6.500 6.500 0 1 0 0 13a6.500 6.500 0 1 0 0-13M15.500 15.500 21 21',
  home: 'M3 11 12 4l9 7M6 9v11h12V9M10 20v-6h4v6',
  solve: 'M5 4v16l14-8z',
  jobs: 'M4 6h2M9 6h11M4 12h2M9 12h11M4 18h2M9 18h11',
  scenarios: 'M12 3 3 8l9 5 9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5',
  experiments: 'M10 3v6L4 19a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2L14 9V3M8 3h8M7 15h10',
  runs: 'M4 5h16v15H4zM4 10h16M8 3v4M16 3v4M8 14h3M13 14h3',
  network:
    'M5 5h0M19 6h0M12 19h0M5 5l14 1M5 5l7 14M19 6l-7 13M5 5m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M19 6m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M12 19m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  power: 'M13 3 5 14h6l-1 7 8-11h-6z',
  clock: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 7v5l4 3',
  admin: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM9 12l2 2 4-4',
  grid: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  person: 'M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4 21c0-5 3.500-7 8-7s8 2 8 7',
  leave: 'M10 4H5v16h5M9 12h11M16 8l4 4-4 4',
  narrow: 'M15 6l-6 6 6 6',
  wide: 'M9 6l6 6-6 6',
  moon: 'M20 14a8 8 0 1 1-9-11a7 7 0 0 0 9 11z',
  sun: 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d={PATHS[name]} fill="none" stroke="currentcolor" stroke-width="1.75" stroke-linejoin="round" />
  </svg>
);
