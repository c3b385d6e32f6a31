/** Draws points of the unit cube: `samples` rows of `dimensions` shares in [0, 1). */
export type Sampler = (samples: number, dimensions: number, seed: number) => number[][];
