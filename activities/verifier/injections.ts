/** Net injection of each bus, shape [horizon][buses], MW: output, storage and unserved energy minus load. */
import { at } from './at.ts';
import type { Schedule } from './schedule.ts';

export function injections(schedule: Schedule): Float64Array[] {
  const { grid, hours, load, unserved } = schedule;
  return hours.map((hour) => {
    const net = Float64Array.from(
      grid.buses,
      (_, bus) => at(unserved[bus] ?? [], hour) - at(load[bus] ?? [], hour),
    );
    const inject = (bus: number, mw: number) => {
      const position = grid.position.get(bus) ?? -1;
      net[position] = at(net, position) + mw;
    };
    for (const { generator, output } of schedule.units) inject(generator.bus, at(output, hour));
    for (const { renewable, output } of schedule.renewables) inject(renewable.bus, at(output, hour));
    for (const { storage, charge, discharge } of schedule.storages) {
      inject(storage.bus, at(discharge, hour) - at(charge, hour));
    }
    return net;
  });
}
