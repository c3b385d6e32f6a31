/** Files of a schedule, of this service or of another tool -> a schedule. Its format is found by its content. */
import type { GivenSchedule } from '../../temporal/case/messages/verification.ts';
import { pythonJson } from './base/file-text.ts';
import type { CaseElements, ReadSchedule } from './base/given-schedule.ts';
import { ImportError } from './base/report.ts';
import { readResults as readEgret } from './egret/read-results.ts';
import { hasOutputs, readResults as readPypsa } from './pypsa-csv/read-results.ts';
import type { FileSet } from './tables/file-set.ts';
import { isSolution, readSolution, refuseScenarios } from './unitcommitment-jl/read-solution.ts';

const FORMATS =
  'a result of this service, a solution of UnitCommitment.jl, a solved model of Egret or a folder of PyPSA with generators-p.csv';

/**
 * `files`: those of the schedule; `all`: with those of the case behind them. A schedule of the service is taken as it is, to be
 * checked by its schema. Throws `ImportError` with the place of what cannot be read.
 */
export async function readSchedule(
  files: FileSet,
  all: FileSet,
  elements: CaseElements,
): Promise<ReadSchedule> {
  if (hasOutputs(files)) return readPypsa(all, elements);
  const [name, ...others] = files.names;
  if (name === undefined || others.length > 0) throw new ImportError([], `Should be ${FORMATS}`);
  const file = pythonJson(await files.read(name));
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw new ImportError([], `Should be ${FORMATS}`);
  if (isSolution(file)) return readSolution(file, elements);
  if ('elements' in file) return readEgret(file, elements);
  refuseScenarios(file);
  const own = 'schedule' in file ? file.schedule : file;
  if (typeof own !== 'object' || own === null || !('dispatch_mw' in own))
    throw new ImportError([], `Should be ${FORMATS}: there is no dispatch_mw in it`);
  // Its fields are checked by the schema of schedules next.
  return { schedule: own as GivenSchedule, notes: [], notJudged: [] };
}
