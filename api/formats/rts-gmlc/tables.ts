/** Where the tables of RTS-GMLC lie: github.com/GridMod/RTS-GMLC, RTS_Data/SourceData/README.md. */
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

/** The base of per-unit values, which no table names: "100 MVA" as in the MATPOWER form of the same data. */
export const BASE_MVA = 100;
