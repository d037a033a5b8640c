import * as z from 'zod';
import { localSetting } from '#src/ui/local-setting.ts';
import { type QueueOrder, queueOrders } from '#src/workers/grid/map-queue.ts';

/** The order of the mapping queue on this device. */
export const queueOrder = localSetting('mapping-queue-order', z.enum(queueOrders), 'most jobs');

export const orderLabels: Record<QueueOrder, string> = { 'most jobs': 'Most jobs first', easiest: 'Easiest first' };
