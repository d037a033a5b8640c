import type { Lease } from '#server/runs/lease.ts';
import type { CollectorTask, CollectorTools, Marks } from '../collectors/collector.ts';
import type { StagePlace } from '../staging/collected-of.ts';
import type { CollectPorts } from './collect-ports.ts';
import type { ReadyTask } from './task-state.ts';

/** Aborted when the service stops, the lease is lost, or a person stops the run. */
export const eitherOf = ({ signal, stopped }: Pick<Lease, 'signal' | 'stopped'>): AbortSignal =>
  AbortSignal.any([signal, stopped]);

type Asking = { readonly customerId: number; readonly lease: Pick<Lease, 'signal' | 'stopped'>; readonly marks: Marks };

/** What a run gives the collector of a task: the task as it is now, and tools that end with the run. */
export function asking(
  ports: CollectPorts,
  { row, collector, settings, credentials }: ReadyTask,
  { customerId, lease, marks }: Asking,
): { readonly task: CollectorTask; readonly tools: CollectorTools } {
  const signal = eitherOf(lease);
  return {
    task: { customerId, taskId: row.id, settings: collector.settings.parse(settings), credentials, marks },
    tools: {
      now: ports.now,
      signal,
      allow: ports.allow,
      signInToMailbox: ports.signInToMailbox({ customerId, holderId: row.credentialParentId ?? row.id, signal }),
      fetch: (url, options) => ports.fetch(url, { ...options, signal }),
      progress: async () => undefined,
    },
  };
}

/** The owner of the jobs that a task collects. */
export const placeOf = (customerId: number, { row, source }: Pick<ReadyTask, 'row' | 'source'>): StagePlace => ({
  customerId,
  taskId: row.id,
  sourceId: source.id,
  source: source.name,
});

/** How a file of a task is kept. */
export const keptOf = ({ customerId, sourceId, taskId }: StagePlace, { now }: Pick<CollectPorts, 'now'>) => ({
  customerId,
  sourceId,
  taskId,
  name: null,
  at: now(),
});
