import { no, ok, type Result } from '#contract/kit/result.ts';
import type { CollectPorts } from './collect-ports.ts';
import { readyTask } from './task-state.ts';

/** What a task's vendor sends at this moment, for a person who looks at it. Nothing is kept. The error is a message for people. */
export async function fileNow(
  ports: CollectPorts,
  customerId: number,
  taskId: number,
  signal: AbortSignal,
): Promise<Result<Uint8Array, string>> {
  const ready = await readyTask(ports, customerId, taskId);
  if (!ready.ok) return no(ready.error.words);
  const { collector, settings, credentials } = ready.value;
  const pulled = await collector.pull(
    { customerId, taskId, settings: collector.settings.parse(settings), credentials, marks: {} },
    {
      now: ports.now,
      signal,
      fetch: (url, options) => ports.fetch(url, { ...options, signal }),
      progress: async () => undefined,
    },
  );
  if (!pulled.ok) return no(pulled.error.words);
  return pulled.value.kind === 'file' ? ok(pulled.value.bytes) : no('The vendor sent nothing new.');
}
