import { useMemo } from 'react';
import type { CommandArgs, CommandName, RowRefusal } from '#contract/commands/commands.ts';
import { maxIdsPerCommand } from '#contract/commands/row-ids.ts';
import type { Change } from '#domain/commands/kit/command.ts';
import { deviceHealth } from '#src/entities/session/device-health.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { type EnqueueRefusal, enqueue } from '#src/outbox/enqueue.ts';
import { undo } from '#src/outbox/items.ts';
import type { Store } from '#src/store/store.ts';
import type { Call } from '#src/sync/call.ts';
import { contextOf, type OpenLocalStore, useLocalStore } from '#src/sync/hooks/local-store.ts';
import { makeNow } from '#src/sync/make-now.ts';
import { counted } from '#src/ui/format/format.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { undoRefusal } from './describe-change.ts';
import { type Done, pushed, without } from './undo-stack.ts';

/** The result of a change on this device: changed rows, refused rows with reasons, and the step that undoes it. */
export type ChangeOutcome = {
  readonly done: readonly number[];
  readonly refused: readonly RowRefusal[];
  readonly step: Done | null;
  /** Why nothing was changed although nothing was refused: the device could not store it, or it could not be sent. */
  readonly notSaved: string | null;
};

/** Commands whose arguments are ids and values shared by all of them. */
type BulkName = { [N in CommandName]: CommandArgs<N> extends { ids: number[] } ? N : never }[CommandName];
type Rest<N extends BulkName> = Omit<CommandArgs<N>, 'ids'>;

export type Changes = {
  /**
   * Makes one change at once and shows the result in a toast with Undo. `done` is the toast's title for the number of changed
   * rows, `failed` its title when no row could be changed: a text, or what it makes of the reason.
   */
  make<N extends CommandName>(
    name: N,
    args: CommandArgs<N>,
    done: (count: number) => string,
    failed?: FailedTitle,
  ): Promise<ChangeOutcome>;
  /** Same as `make`, without a toast. For a screen that shows the result and Undo itself. */
  makeQuietly<N extends CommandName>(
    name: N,
    args: CommandArgs<N>,
    done: (count: number) => string,
    failed?: FailedTitle,
  ): Promise<ChangeOutcome>;
  /** The same for a form, which shows itself why a change was refused or not stored; a toast says only that it is done. */
  save<N extends CommandName>(name: N, args: CommandArgs<N>, done: (count: number) => string): Promise<ChangeOutcome>;
  /**
   * The same as `make` for any number of rows: as many commands as their size asks for, one toast, one step of undo. With
   * `toasts: 'problems'`, the screen shows the result itself.
   */
  makeForAll<N extends BulkName>(
    name: N,
    ids: readonly number[],
    rest: Rest<N>,
    done: (count: number) => string,
    failed?: FailedTitle,
    toasts?: 'all' | 'problems',
  ): Promise<ChangeOutcome>;
  /** The same for several changes with arguments of their own: one toast, one step of undo. */
  makeEach<N extends CommandName>(
    name: N,
    all: readonly CommandArgs<N>[],
    done: (count: number) => string,
  ): Promise<ChangeOutcome>;
  /** The same for changes of several kinds that belong together. */
  makeTogether(all: readonly Change[], done: (count: number) => string): Promise<ChangeOutcome>;
  /** Undoes the last step. Does nothing if there is none. */
  undoLast(): Promise<void>;
  /** Undoes one step, unless it was undone already. */
  undoStep(step: Done): Promise<void>;
};

/** Undo steps by store. They remain when the screen that made them closes. */
const stacks = new WeakMap<Store, readonly Done[]>();

/** Changes by the user of this screen: shown optimistically, reported once, and undone by toast or Ctrl+Z. */
export function useChanges(): Changes {
  const local = useLocalStore();
  const call = useCall();
  return useMemo(() => changesOn({ ...local, call }), [local, call]);
}

/** Titles of the toast: by the number of changed rows, and for a change that reached no row. */
type Titles = { readonly done: (count: number) => string; readonly failed: FailedTitle | undefined };
type FailedTitle = string | ((why: string) => string);
/** Which toasts come up: all, those about what did not happen, or that it is done. */
type Toasts = 'all' | 'problems' | 'success';
type Local = OpenLocalStore & { readonly call: Call };

function changesOn(local: Local): Changes {
  return {
    make: (name, args, done, failed) => queue(local, each(name, [args]), { done, failed }),
    makeQuietly: (name, args, done, failed) => queue(local, each(name, [args]), { done, failed }, 'problems'),
    save: (name, args, done) => queue(local, each(name, [args]), { done, failed: undefined }, 'success'),
    makeForAll: (name, ids, rest, done, failed, toasts) =>
      queue(
        local,
        each(
          name,
          chunks(ids, maxIdsPerCommand).map((chunk) => ({ ...rest, ids: chunk })),
        ),
        { done, failed },
        toasts,
      ),
    makeEach: (name, all, done) => queue(local, each(name, all), { done, failed: undefined }),
    makeTogether: (all, done) => queue(local, all, { done, failed: undefined }),
    async undoLast() {
      const last = stepsOf(local.store).at(-1);
      if (last) await undoStep(local, last);
    },
    undoStep: (step) => undoStep(local, step),
  };
}

const each = (name: CommandName, all: readonly unknown[]): Change[] => all.map((args) => ({ name, args }) as Change);

const stepsOf = (store: Store): readonly Done[] => stacks.get(store) ?? [];

async function queue(local: Local, all: readonly Change[], titles: Titles, toasts: Toasts = 'all'): Promise<ChangeOutcome> {
  if (local.store.key.impersonation !== null || deviceHealth.get() === 'refused') return actNow(local, all, titles, toasts);
  const entries: number[] = [];
  const [changed, refused]: [number[], RowRefusal[]] = [[], []];
  let notSaved: string | null = null;
  for (const { name, args } of all) {
    const queued = await enqueue(local.store, local.commands, name, args, contextOf(local));
    if (queued.ok) {
      entries.push(queued.value.entry);
      changed.push(...queued.value.result.done);
      refused.push(...queued.value.result.refused);
    } else if (queued.error.kind === 'refused') {
      refused.push(...rowsOf(queued.error));
    } else {
      notSaved = storageMessage(queued.error);
      if (toasts !== 'success') toast.error({ title: 'Not saved', detail: notSaved });
      break;
    }
  }
  if (entries.length === 0) {
    if (refused.length > 0 && toasts !== 'success') toast.warning(failure(titles, refused));
    return { done: changed, refused, step: null, notSaved };
  }
  local.wake();
  const step: Done = { words: titles.done(changed.length), entries };
  const undoable = all.every(({ name }) => local.commands[name].inverse !== 'none');
  if (undoable) stacks.set(local.store, pushed(stepsOf(local.store), step));
  if (toasts !== 'problems' || refused.length > 0) tell(local, step, refused, undoable);
  return { done: changed, refused, step: undoable ? step : null, notSaved };
}

/**
 * Makes a change online only: while impersonating, or on a device that cannot store changes. Always reports the result [edge
 * cases 8, 18].
 */
async function actNow(local: Local, all: readonly Change[], titles: Titles, toasts: Toasts): Promise<ChangeOutcome> {
  const [changed, refused]: [number[], RowRefusal[]] = [[], []];
  let notSaved: string | null = null;
  for (const { name, args } of all) {
    const made = await makeNow(local, name, args, contextOf(local));
    if (made.ok) {
      changed.push(...made.value.done);
      refused.push(...made.value.refused);
    } else if (made.error.kind === 'refused') {
      refused.push(...rowsOf(made.error));
    } else {
      notSaved = `${errorMessage(made.error.error)} ${onlineOnly}`;
      if (toasts !== 'success') toast.error({ title: 'Not changed', detail: notSaved });
      break;
    }
  }
  const detail = refused.length > 0 ? { detail: leftOut(refused) } : {};
  if (changed.length > 0) toast.success({ id: lastChange, title: titles.done(changed.length), ...detail });
  else if (refused.length > 0 && toasts !== 'success') toast.warning(failure(titles, refused));
  return { done: changed, refused, step: null, notSaved };
}

const nothingChanged = 'Nothing was changed';

function failure({ failed = nothingChanged }: Titles, refused: readonly RowRefusal[]): { title: string; detail?: string } {
  const why = leftOut(refused);
  return typeof failed === 'string' ? { title: failed, detail: why } : { title: failed(why) };
}

const onlineOnly = 'Offline changes are not available here: a change is either made right away or not at all.';

const savedOffline = 'Saved on this device. It is sent when you’re back online.';

/** One toast reports the last change. Earlier changes are undone by Ctrl+Z. */
const lastChange = 'last-change';

function tell(local: OpenLocalStore, step: Done, refused: readonly RowRefusal[], undoable: boolean): void {
  // The browser knows of a lost network before the next call to the service fails.
  const isOffline = local.sync.get().phase === 'offline' || !navigator.onLine;
  const detail = [refused.length > 0 && leftOut(refused), isOffline && savedOffline].filter(Boolean).join(' ');
  const more = { id: lastChange, ...(detail && { detail }) };
  if (undoable) toast.undo(step.words, () => void undoStep(local, step), more);
  else toast.success({ title: step.words, ...more });
}

async function undoStep(local: OpenLocalStore, step: Done): Promise<void> {
  const { store, commands } = local;
  if (!stepsOf(store).includes(step)) return;
  stacks.set(store, without(stepsOf(store), step));
  // Undo the last entry first, because a later entry may depend on an earlier one.
  for (const entry of [...step.entries].reverse()) {
    const undone = await undo(store, commands, entry, contextOf(local));
    if (!undone.ok) return void toast.error({ title: 'Not undone', detail: undoRefusal(undone.error) });
  }
  local.wake();
  toast.info({ id: lastChange, title: `Undone: ${step.words}` });
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

const rowsOf = (refusal: Extract<EnqueueRefusal, { kind: 'refused' }>): readonly RowRefusal[] =>
  refusal.rows.length > 0 ? refusal.rows : [{ id: 0, code: refusal.code, message: refusal.message }];

/** Describes the refused rows in one or two sentences: the first reason, and how many rows share it. */
function leftOut(refused: readonly RowRefusal[]): string {
  const first = refused[0]?.message ?? '';
  const same = refused.filter((row) => row.message === first).length;
  const others = refused.length - same;
  return [
    refused.length > 1 ? `${counted(same, 'row')} left out: ${first}` : first,
    others > 0 ? `${others} more left out for other reasons.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

const notKept = {
  full: 'This device is out of storage. Nothing was changed. Free up space under Offline & storage.',
  outdated: 'This page is older than the data on this device. Nothing was changed. Update and try again.',
  gone: 'This device could not save the change. Nothing was changed. Reload and try again.',
};

function storageMessage(refusal: Exclude<EnqueueRefusal, { kind: 'refused' }>): string {
  if (refusal.kind === 'online_only') return onlineOnly;
  return notKept[refusal.why];
}
