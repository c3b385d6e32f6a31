/** Types of the elements of a network as readers produce them, and of its content as writers receive it. */
import type { NetworkBody } from '../../../temporal/case/network-body.ts';

export type Bus = NetworkBody['buses'][number];
export type Line = NetworkBody['lines'][number];
export type DcLine = NonNullable<NetworkBody['dc_lines']>[number];
export type Interface = NonNullable<NetworkBody['interfaces']>[number];
export type Unit = NetworkBody['generators'][number];
export type Renewable = NonNullable<NetworkBody['renewables']>[number];
export type Storage = NonNullable<NetworkBody['storage']>[number];
export type Reserve = NonNullable<NetworkBody['reserves']>[number];
export type Fuel = NonNullable<NetworkBody['fuels']>[number];
export type Load = NetworkBody['loads'][number];
