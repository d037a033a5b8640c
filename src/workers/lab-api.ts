import type { TraceEntry } from '#domain/rules/apply-rules.ts';
import { BlocksMoved, type Patch, readBlocks } from '#src/store/rows.ts';
import type { Store, StoreKey } from '#src/store/store.ts';
import type { StoredBlock } from '#src/store/tables.ts';
import { type LabAnswer, type LabQuestion, RuleLab } from './rules/rule-lab.ts';
import { StoredJobs } from './rules/stored-jobs.ts';

/** Jobs move all day while one writes a rule: they are read again when they pause, not between two keys. */
const rereadAfterMs = 3_000;
const mostAttempts = 3;

/** What the worker of the rule lab can do. A plain object, so tests use it without a Worker; nothing is asked before `open`. */
export function createLab(openStore: (key: StoreKey) => Promise<Store>, clock: () => number) {
  let store: Store | null = null;
  let lab: Promise<RuleLab> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const current = (): Promise<RuleLab> => {
    if (!store) throw new Error('the rule lab is not open');
    lab ??= readJobs(store).then((jobs) => new RuleLab(jobs, clock));
    return lab;
  };
  const close = () => {
    clearTimeout(timer);
    store?.close();
    store = null;
    lab = null;
  };

  return {
    async open(key: StoreKey): Promise<void> {
      close();
      store = await openStore(key);
      store.watch(({ changes }) => {
        if (!changes.some(({ collection }) => collection === 'job')) return;
        clearTimeout(timer);
        timer = setTimeout(() => {
          lab = null;
        }, rereadAfterMs);
      });
    },
    answer: async (question: LabQuestion): Promise<LabAnswer> => (await current()).answer(question),
    trace: async (question: LabQuestion, jobId: number): Promise<readonly TraceEntry[] | null> =>
      (await current()).trace(question, jobId),
    close,
  };
}
export type LabApi = ReturnType<typeof createLab>;

/** The jobs of a store as they stand; begins again where a snapshot replaced them under the reader. */
async function readJobs(store: Store): Promise<StoredJobs> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readOnce(store);
    } catch (error) {
      if (!(error instanceof BlocksMoved) || attempt === mostAttempts) throw error;
    }
  }
}

async function readOnce(store: Store): Promise<StoredJobs> {
  const blocks: StoredBlock[] = [];
  let patches: readonly Patch[] = [];
  for await (const part of readBlocks(store, 'job')) {
    if (part.kind === 'head') patches = part.patches;
    else blocks.push(part.block);
  }
  return new StoredJobs(blocks, patches);
}
