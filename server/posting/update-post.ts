import type { TargetRow } from '#contract/rows/rows.ts';
import {
  changedSince,
  type FieldChanges,
  inDoubt,
  type KeptValues,
  remembered,
  type SentValues,
  stillKept,
  without,
} from '../targets/adapter/sent-values.ts';
import type { TargetAdapter } from '../targets/adapter/target-adapter.ts';
import type { OpenTarget } from '../targets/open-target.ts';
import { attempted } from './attempts/attempt.ts';
import type { DuePost, Loaded, PostChange } from './post-rows.ts';
import { afterUpdate, answerSeconds, leaseSeconds, type PostStep } from './post-state.ts';
import type { PosterOptions } from './poster-options.ts';
import { readsAfterWriting } from './read-back.ts';
import { whyNotClosed, whyNotSent } from './why-not-sent.ts';

/** A post whose job order exists in the target: from now on it is only updated, never created again. */
export type StandingPost = DuePost & { readonly externalId: string };

type Claimed = {
  readonly fence: number;
  readonly known: SentValues;
  readonly changes: FieldChanges;
  readonly all: SentValues;
  readonly follow: number | null;
};

/**
 * Updates a job order if the values that were sent have changed. An update can be repeated without harm, so a call with an
 * unknown result is repeated; the lease keeps an older update from overwriting a newer one.
 */
export async function updatePost(
  options: PosterOptions,
  { adapter }: OpenTarget,
  due: StandingPost,
): Promise<'answered' | 'silent'> {
  const claimed = await claim(options, adapter, due);
  if (!claimed) return 'answered';
  const { answer, end } = await attempted(options.now, () => adapter.update(due.externalId, claimed.changes, claimed.all));
  const tries = due.tries + 1;
  const step = afterUpdate(answer, due, tries);
  const settled = answer.kind === 'done' || answer.kind === 'refused';
  await options.transaction(due.customerId, (rows) =>
    rows.move(
      { ...due, fence: claimed.fence },
      {
        ...step,
        tries: settled ? 1 : tries,
        leaseSeconds: null,
        at: options.now(),
        ...(settled && { followed: claimed.follow }),
        ...(answer.kind === 'done' && {
          sent: claimed.known,
          updated: Object.keys(claimed.changes),
          readsLeft: readsAfterWriting,
        }),
        ends: end,
        quiet: answer.kind !== 'done' && saysTheSame(due, step),
      },
    ),
  );
  return settled ? 'answered' : 'silent';
}

/**
 * Claims the post for one update and stores, before the call, which values are in doubt. Null if there is nothing to send or the
 * update is not allowed.
 */
async function claim(options: PosterOptions, adapter: TargetAdapter, due: StandingPost): Promise<Claimed | null> {
  return options.transaction(due.customerId, async (rows) => {
    const loaded = await rows.load(due);
    if (loaded === null) return null;
    const at = options.now();
    const rest = async (step: PostStep, more: Partial<PostChange>) => {
      await rows.move(due, { ...step, tries: due.tries, leaseSeconds: null, at, quiet: saysTheSame(due, step), ...more });
      return null;
    };
    if (loaded === 'gone')
      return rest(resting(due, due.state === 'done' ? 'done' : 'failed', due.words), { followed: due.follow });
    const sent = loaded.sent ?? {};
    const isOver = loaded.job.status !== 'Open';
    if (!isOver && loaded.awaits !== undefined)
      return rest({ ...resting(due, due.state, `Not updated yet: ${loaded.awaits}`), againInSeconds: answerSeconds }, {});
    const all = adapter.values(loaded.order);
    // For a job that is over, the target gets only the closing fields, which need not follow the job before.
    const closing = [...adapter.closing, ...loaded.order.fields.closing];
    const closed = { ...loaded.order.fields.values, ...all };
    const values = isOver ? Object.fromEntries(closing.map((field) => [field, closed[field] ?? null])) : all;
    // What a person kept in the target stays there until our own value changes.
    const kept = stillKept(loaded.kept ?? {}, { ...closed, ...values });
    const changes = without(changedSince(sent, values), Object.keys(kept));
    const known = { ...sent, ...remembered(values) };
    const looked = { followed: loaded.follow, valueIds: [...loaded.values.keys()], ...(loaded.kept && { kept }) };
    if (Object.keys(changes).length === 0) return rest(resting(due, 'done', null), { ...looked, sent: known });
    const why = inDryRun(loaded.target) ?? (isOver ? whyNotClosed(loaded, due) : whyNotSent(loaded, due));
    if (why !== null) return rest(resting(due, due.state === 'done' ? 'done' : 'failed', `Not updated: ${why}`), looked);
    const claimed = { ...resting(due, due.state, due.words), tries: due.tries, leaseSeconds, at, quiet: true };
    const begins = { kind: isOver ? 'close' : 'update', sent: afterOf(changes) } as const;
    const fence = await rows.move(due, {
      ...claimed,
      sent: inDoubt(sent, changes),
      valueIds: looked.valueIds,
      ...(loaded.kept && { kept }),
      begins,
    });
    return fence === null ? null : { fence, known, changes, all: withTheirs(all, loaded, kept, changes), follow: loaded.follow };
  });
}

/**
 * All values for a target that takes only whole job orders: what people changed there and no one has decided about stays as it is,
 * like what a person kept.
 */
function withTheirs(all: SentValues, { drifted }: Loaded, kept: KeptValues, changes: FieldChanges): SentValues {
  const theirs = Object.fromEntries(Object.entries(kept).map(([field, value]) => [field, value.theirs]));
  const stays = without({ ...drifted, ...theirs }, Object.keys(changes));
  return { ...all, ...Object.fromEntries(Object.entries(stays).filter(([field]) => field in all)) };
}

const afterOf = (changes: FieldChanges): SentValues =>
  Object.fromEntries(Object.entries(changes).map(([field, { after }]) => [field, after]));

/** A job order that was posted before the dry run keeps its values until the target is live again: its row changes then. */
const inDryRun = ({ name, posting }: TargetRow): string | null =>
  posting === 'dryRun' ? `${name} is in a dry run, so nothing is sent.` : null;

const resting = (due: StandingPost, state: PostStep['state'], words: string | null): PostStep => ({
  state,
  externalId: due.externalId,
  words,
  lookups: due.lookups,
  againInSeconds: null,
});

/** Whether a post's receipt would not change. */
export const saysTheSame = (due: DuePost, { state, words }: PostStep): boolean => due.state === state && due.words === words;
