/** Tables in the format of RTS-GMLC: five buses in two areas, a unit of every kind, two days of series. */
import type { FileSet } from '../../../api/formats/tables/file-set.ts';

/** Path -> text of the file. */
export type Tables = Record<string, string>;

const HOURS = Array.from({ length: 48 }, (_, hour) => hour);

/** 30 and 31 December, one row an hour, with a value for each of the columns. */
const long = (columns: readonly string[], value: (hour: number, column: number) => number): string =>
  [
    ['Year,Month,Day,Period', ...columns].join(','),
    ...HOURS.map((hour) =>
      [
        `2020,12,${30 + Math.floor(hour / 24)},${(hour % 24) + 1}`,
        ...columns.map((_, c) => value(hour, c)),
      ].join(','),
    ),
  ].join('\n');

/** One row a day. */
const wide = (value: (hour: number) => number): string =>
  [
    `Year,Month,Day,${HOURS.slice(0, 24)
      .map((hour) => hour + 1)
      .join(',')}`,
    ...[0, 1].map(
      (day) =>
        `2020,12,${30 + day},${HOURS.slice(0, 24)
          .map((hour) => value(24 * day + hour))
          .join(',')}`,
    ),
  ].join('\n');

const GEN_COLUMNS =
  'GEN UID,Bus ID,Unit Type,Category,Fuel,MW Inj,PMax MW,PMin MW,Min Down Time Hr,Min Up Time Hr,Ramp Rate MW/Min,' +
  'Start Time Cold Hr,Start Time Warm Hr,Start Time Hot Hr,Start Heat Cold MBTU,Start Heat Warm MBTU,' +
  'Start Heat Hot MBTU,Non Fuel Start Cost $,Non Fuel Shutdown Cost $,FOR,MTTR Hr,Scheduled Maint Weeks,' +
  'Fuel Price $/MMBTU,Output_pct_0,Output_pct_1,Output_pct_2,HR_avg_0,HR_incr_1,HR_incr_2,VOM,' +
  'Emissions CO2 Lbs/MMBTU,Inertia MJ/MW,Pump Load MW,Storage Roundtrip Efficiency';

const nothing = (
  name: string,
  bus: number,
  type: string,
  category: string,
  pMax: number,
  end = '0,0',
): string =>
  `${name},${bus},${type},${category},${category},0,${pMax},0,0,0,${pMax},0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,${end}`;

/** Equal calls give equal tables, which a test may change. */
export const rtsTables = (): Tables => ({
  'SourceData/bus.csv': `Bus ID,Bus Name,BaseKV,Bus Type,MW Load,MVAR Load,Area,Zone,lat,lng
1,Abel,138,Ref,60,5,1,11.0,33.4,-113.8
2,Adams,138,PQ,40,5,1,11.0,33.5,-113.7
3,"Adler, East",230,PQ,0,0,1,12.0,33.6,-113.6
4,Agricola,230,PV,100,10,2,21.0,33.7,-113.5
5,Aiken,230,PQ,0,0,2,21.0,33.8,-113.4`,
  'SourceData/branch.csv': `UID,From Bus,To Bus,R,X,B,Cont Rating,LTE Rating,STE Rating,Tr Ratio,Length
A1,1,2,0.003,0.014,0.461,175,193,200,0,3
A2,2,3,0.002,0.084,0,400,510,600,1.015,0
AB,3,4,0.01,0.09,0.1,500,600,625,0,55
B1,4,5,0.01,0.05,0.1,0,0,0,0,10`,
  'SourceData/dc_branch.csv': 'UID,From Bus,To Bus,Control Mode,MW Load\nDC1,1,5,Power,100',
  'SourceData/gen.csv': [
    GEN_COLUMNS,
    '1_CT_1,1,CT,Oil CT,Oil,0,20,8,1,1,3,1,0,0,5,5,5,0,0,0.1,50,2,10,0.4,0.7,1,13000,9000,9500,0,160,2.8,0,0',
    '1_STEAM_1,1,STEAM,Coal,Coal,76,76,30,4,8,2,12,10,3,500,400,300,100,25,0.02,40,3,2,0.394736842,0.7,1,13000,7000,8000,0,210,3,0,0',
    '4_CC_1,4,CC,Gas CC,NG,0,100,40,4.5,8,4,2,1,0.5,70,50,30,0,0,0.03,33,1,4,0.4,0.7,1,7000,6500,6000,1.5,118,5,0,0',
    '4_STEAM_2,4,STEAM,Oil ST,Oil,0,12,5,2,4,1,12,4,2,68,44,38,0,0,0.02,60,2,10,0.416666667,0.7,1,17000,12000,13000,0,170,2.8,0,0',
    nothing('2_WIND_1', 2, 'WIND', 'Wind', 50),
    nothing('2_PV_1', 2, 'PV', 'Solar PV', 30),
    nothing('4_RTPV_1', 4, 'RTPV', 'Solar RTPV', 10),
    nothing('4_HYDRO_1', 4, 'HYDRO', 'Hydro', 20),
    '5_CSP_1,5,CSP,CSP,Solar,0,40,6,1,1,20,1,0.5,0.17,0,0,0,1000,1000,0.04,24,0,0,0.15,0.6,1,0.8,0.9,1,1.1,0,0,0,0',
    nothing('3_STORAGE_1', 3, 'STORAGE', 'Storage', 50, '45,85'),
    nothing('3_SYNC_COND_1', 3, 'SYNC_COND', 'Sync_Cond', 0),
  ].join('\n'),
  'SourceData/reserves.csv': `Reserve Product,Timeframe (sec),Requirement (MW),Eligible Regions,Eligible Device Categories,Eligible Device SubCategories,Direction
Spin_Up_R1,600,5,1,(Generator),"(Oil CT,Coal,Wind)",Up
Reg_Down,300,4,"(1,2)",(Generator),"(Coal,Gas CC,Oil ST)",Down
Flex_Up,1200,9,"(1,2)",(Generator),"(Coal,Gas CC)",Up`,
  'SourceData/storage.csv': `GEN UID,Storage,Max Volume GWh,Initial Volume GWh,Start Energy,position
5_CSP_1,5_CSP_HEAD,0.2,0,0.04,head
3_STORAGE_1,3_HEAD,0.15,0.075,NA,head
3_STORAGE_1,3_TAIL,0.1,0.05,NA,tail
4_HYDRO_1,4_RESERVOIR,1,0.5,NA,head`,
  'SourceData/timeseries_pointers.csv': `Simulation,Category,Object,Parameter,Scaling Factor,Data File
DAY_AHEAD,Area,1,MW Load,100,../timeseries_data_files/Load/DAY_AHEAD_load.csv
DAY_AHEAD,Area,2,MW Load,100,../timeseries_data_files/Load/DAY_AHEAD_load.csv
DAY_AHEAD,Generator,2_WIND_1,PMax MW,50,../timeseries_data_files/WIND/DAY_AHEAD_wind.csv
DAY_AHEAD,Generator,2_PV_1,PMax MW,30,../timeseries_data_files/PV/DAY_AHEAD_pv.csv
DAY_AHEAD,Generator,4_RTPV_1,PMax MW,10,../timeseries_data_files/PV/DAY_AHEAD_pv.csv
DAY_AHEAD,Generator,4_RTPV_1,PMin MW,10,../timeseries_data_files/PV/DAY_AHEAD_pv.csv
DAY_AHEAD,Generator,4_HYDRO_1,PMax MW,20,../timeseries_data_files/HYDRO/DAY_AHEAD_hydro.csv
DAY_AHEAD,Generator,4_HYDRO_1,PMin MW,20,../timeseries_data_files/HYDRO/DAY_AHEAD_hydro.csv
DAY_AHEAD,Generator,5_CSP_HEAD,Natural_Inflow,40,../timeseries_data_files/CSP/DAY_AHEAD_inflow.csv
DAY_AHEAD,Reserve,Spin_Up_R1,Requirement,1,../timeseries_data_files/Reserves/DAY_AHEAD_Spin_Up_R1.csv
DAY_AHEAD,Reserve,Reg_Down,Requirement,1,../timeseries_data_files/Reserves/DAY_AHEAD_Reg_Down.csv
REAL_TIME,Area,1,MW Load,100,../timeseries_data_files/Load/REAL_TIME_load.csv`,
  'SourceData/simulation_objects.csv':
    'Simulation_Parameters,Description,DAY_AHEAD,REAL_TIME\nPeriod_Resolution,seconds,3600,300\nDate_From,none,1/1/20 0:00,1/1/20 0:00',
  'timeseries_data_files/Load/DAY_AHEAD_load.csv': long(
    ['1', '2'],
    (hour, area) => 80 + 20 * area + (hour % 24),
  ),
  'timeseries_data_files/WIND/DAY_AHEAD_wind.csv': long(['2_WIND_1'], (hour) => (hour * 7) % 50),
  'timeseries_data_files/PV/DAY_AHEAD_pv.csv': long(
    ['2_PV_1', '4_RTPV_1'],
    (hour, unit) => Math.max(0, 6 - Math.abs((hour % 24) - 12)) * (unit === 0 ? 5 : 1.5),
  ),
  // As published: the folder is in other letters than its pointers say.
  'timeseries_data_files/Hydro/DAY_AHEAD_hydro.csv': long(['4_HYDRO_1'], (hour) => 10 + (hour % 5)),
  'timeseries_data_files/CSP/DAY_AHEAD_inflow.csv': long(['5_CSP_1'], (hour) => (hour % 24 === 12 ? 60 : 0)),
  'timeseries_data_files/Reserves/DAY_AHEAD_Spin_Up_R1.csv': long(['Spin_Up_R1'], (hour) => 4 + (hour % 3)),
  'timeseries_data_files/Reserves/DAY_AHEAD_Reg_Down.csv': wide((hour) => 3 + (hour % 24) / 10),
});

export const toFileSet = (tables: Readonly<Tables>): FileSet => ({
  names: Object.keys(tables),
  signal: new AbortController().signal,
  read: async (name) => Buffer.from(tables[name] ?? ''),
});
