/** Paths of the tables of RTS-GMLC: github.com/GridMod/RTS-GMLC, RTS_Data/SourceData/README.md. */
export const SOURCE = 'SourceData';

export const TABLES = {
  bus: `${SOURCE}/bus.csv`,
  branch: `${SOURCE}/branch.csv`,
  dcBranch: `${SOURCE}/dc_branch.csv`,
  gen: `${SOURCE}/gen.csv`,
  reserves: `${SOURCE}/reserves.csv`,
  storage: `${SOURCE}/storage.csv`,
  pointers: `${SOURCE}/timeseries_pointers.csv`,
  simulation: `${SOURCE}/simulation_objects.csv`,
} as const;

/** Base of per-unit values, MVA. It is not in the tables, but in the MATPOWER version of the same data. */
export const BASE_MVA = 100;
