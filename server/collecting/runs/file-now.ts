import { no, ok, type Result } from '#contract/kit/result.ts';
import type { CollectorTools, CollectProblem } from '../collectors/collector.ts';
import { newestFileOf, openFile } from '../kept-files/kept-files.ts';
import type { CollectPorts } from './collect-ports.ts';
import { type ReadyTask, readyTask } from './task-state.ts';

/** How long a person waits for a vendor's answer at most, in milliseconds. */
export const lookMs = 60_000;

type Look = {
  readonly customerId: number;
  readonly taskId: number;
  /** The task whose sign-in it is, if another one; 0 for one that is not saved yet. */
  readonly holderId?: number;
  readonly signal: AbortSignal;
};

const lookAt = (
  ports: CollectPorts,
  { customerId, taskId, holderId = taskId, signal }: Look,
  { collector, settings, credentials }: Pick<ReadyTask, 'collector' | 'settings' | 'credentials'>,
) => ({
  task: { customerId, taskId, settings: collector.settings.parse(settings), credentials, marks: {} },
  tools: {
    now: ports.now,
    signal,
    allow: ports.allow,
    signInToMailbox: ports.signInToMailbox({ customerId, holderId, signal }),
    fetch: ((url, options) => ports.fetch(url, { ...options, signal })) satisfies CollectorTools['fetch'],
    progress: async () => undefined,
  },
});

/** Tries whether the vendor lets a task with these credentials in. Null if it does. */
export async function checkWith(
  ports: CollectPorts,
  look: Look,
  task: Pick<ReadyTask, 'collector' | 'settings' | 'credentials'>,
): Promise<CollectProblem | null> {
  const { task: asked, tools } = lookAt(ports, look, task);
  const checked = await task.collector.check(asked, tools);
  return checked.ok ? null : checked.error;
}

/**
 * What the vendor of a task with these credentials sends first, for a person who looks at `most` jobs before there is a task. Nothing
 * is kept. `complete` if these are all of its jobs.
 */
export async function firstJobsWith(
  ports: CollectPorts,
  look: Look,
  task: Pick<ReadyTask, 'collector' | 'settings' | 'credentials'>,
  most: number,
): Promise<Result<{ readonly bytes: Uint8Array; readonly complete: boolean }, CollectProblem>> {
  const { task: asked, tools } = lookAt(ports, look, task);
  const pulled = await task.collector.pull(asked, { ...tools, most });
  if (!pulled.ok) return pulled;
  const { value } = pulled;
  return value.kind === 'file' ? ok(value) : no({ kind: 'vendor_error', words: 'The vendor sent nothing new.' });
}

/** Tries whether the vendor lets the task in. Null if it does; else a message for people. */
export async function checkNow(ports: CollectPorts, look: Look): Promise<string | null> {
  const ready = await readyTask(ports, look.customerId, look.taskId);
  if (!ready.ok) return ready.error.words;
  const holderId = ready.value.row.credentialParentId ?? look.taskId;
  return (await checkWith(ports, { ...look, holderId }, ready.value))?.words ?? null;
}

/** Why jobs of a vendor that lists each change only once cannot be looked at: a look would take them from the next run. */
export const listedOnce = 'This vendor lists each change only once, so its jobs are shown once the task has collected them.';

/**
 * What a task's vendor sends at this moment, for a person who looks at it; from a vendor that lists each change only once, what it sent
 * last. Nothing is kept. The error is a message for people.
 */
export async function fileNow(ports: CollectPorts, look: Look): Promise<Result<Uint8Array, string>> {
  const ready = await readyTask(ports, look.customerId, look.taskId);
  if (!ready.ok) return no(ready.error.words);
  if (ready.value.collector.kind === 'staffing_order') return lastFile(ports, look);
  const { task, tools } = lookAt(ports, look, ready.value);
  const pulled = await ready.value.collector.pull(task, tools);
  if (!pulled.ok) return no(pulled.error.words);
  return pulled.value.kind === 'file' ? ok(pulled.value.bytes) : no('The vendor sent nothing new.');
}

async function lastFile(
  { db, secrets }: CollectPorts,
  { customerId, taskId }: Pick<Look, 'customerId' | 'taskId'>,
): Promise<Result<Uint8Array, string>> {
  const id = await newestFileOf(db, customerId, taskId);
  const file = id === undefined ? undefined : await openFile(db, secrets, { customerId, id });
  return file ? ok(file.bytes) : no(listedOnce);
}
