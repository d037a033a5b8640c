import type { TraceEntry } from '#domain/rules/apply-rules.ts';
import { BlocksMoved, type Patch, readBlocks, scanFields } from '#src/store/rows.ts';
import type { Store, StoreKey } from '#src/store/store.ts';
import type { StoredBlock } from '#src/store/tables/tables.ts';
import { type LabAnswer, type LabQuestion, RuleLab } from './rules/rule-lab.ts';
import { type Mappings, StoredJobs } from './rules/stored-jobs.ts';

/** Jobs change all day while a rule is edited. They are read again in a pause, not between two keystrokes. */
const rereadAfterMs = 3_000;

/** The rule lab worker's API. It is a plain object, so tests use it without a Worker. Call `open` first. */
export function createLab(openStore: (key: StoreKey) => Promise<Store>, clock: () => number) {
  let store: Store | null = null;
  let lab: Promise<RuleLab> | null = null;
  let mappings: Promise<Mappings> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The lab with everything that a question needs. Only export rules need mappings. */
  const current = async ({ draft }: LabQuestion): Promise<RuleLab> => {
    const held = store;
    if (!held) throw new Error('the lab is not open');
    lab ??= reading(() => readJobs(held)).then((jobs) => new RuleLab(jobs, clock));
    const open = await lab;
    if (draft.runOnExport) open.map(await (mappings ??= reading(() => readMappings(held))));
    return open;
  };
  const forget = () => {
    lab = null;
    mappings = null;
  };
  const close = () => {
    clearTimeout(timer);
    store?.close();
    store = null;
    forget();
  };

  return {
    async open(key: StoreKey): Promise<void> {
      close();
      store = await openStore(key);
      store.watch(({ changes }) => {
        if (!changes.some(({ collection }) => ['job', 'mapValue', 'atsValue'].includes(collection))) return;
        clearTimeout(timer);
        timer = setTimeout(forget, rereadAfterMs);
      });
    },
    answer: async (question: LabQuestion): Promise<LabAnswer> => (await current(question)).answer(question),
    trace: async (question: LabQuestion, jobId: number): Promise<readonly TraceEntry[] | null> =>
      (await current(question)).trace(question, jobId),
    close,
  };
}
export type LabApi = ReturnType<typeof createLab>;

/** Reads a store's current state. Starts over when a snapshot replaced its blocks during the read. */
function reading<T>(read: () => Promise<T>, more = 2): Promise<T> {
  return read().catch((error: unknown) => {
    if (!(error instanceof BlocksMoved) || more === 0) throw error;
    return reading(read, more - 1);
  });
}

async function readJobs(store: Store): Promise<StoredJobs> {
  const blocks: StoredBlock[] = [];
  let patches: readonly Patch[] = [];
  for await (const part of readBlocks(store, 'job')) {
    if (part.kind === 'head') patches = part.patches;
    else blocks.push(part.block);
  }
  return new StoredJobs(blocks, patches);
}

async function readMappings(store: Store): Promise<Mappings> {
  const values = await scanFields(store, 'mapValue', ['mappedId', 'certainty']);
  const ats = await scanFields(store, 'atsValue', ['kind', 'extId', 'name']);
  const listed = new Map(ats.map((value) => [`${value.kind}/${value.extId}`, value]));
  return { values: new Map(values.map((value) => [value.id, value])), atsOf: (kind, id) => listed.get(`${kind}/${id}`) };
}
