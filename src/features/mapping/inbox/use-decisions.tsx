import { useCallback, useState } from 'react';
import type { MapKind } from '#contract/rows/rows.ts';
import type { Done } from '#src/entities/change/undo-stack.ts';
import { type ChangeOutcome, type Changes, useChanges } from '#src/entities/change/use-changes.ts';
import { effectOf, effectText } from '#src/entities/mapping/effect.ts';
import type { Choice } from '#src/entities/mapping/use-candidates.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import type { MapQueueItem } from '#src/workers/grid/map-queue.ts';
import { cautious } from '../values/caution.tsx';
import { mapFailure } from '../values/map-failure.ts';
import { after } from './inbox-place.ts';

/** A recent decision, kept so that it can be shown and undone. */
type JustDecided = {
  readonly id: number;
  /** The texts that it decided: this one, and the same text of other sources. */
  readonly ids: readonly number[];
  readonly text: string;
  readonly to: string;
  readonly step: Done;
};
type Items = readonly MapQueueItem[];

/** Decisions in the inbox. They show at once: the next text appears before the store responds. */
export function useDecisions(kind: MapKind) {
  const changes = useChanges();
  const tally = useTally();
  return { ...tally, ...actionsOn(tally, changes, kind), undoLast: () => changes.undoLast() };
}
export type Decisions = ReturnType<typeof useDecisions>;
type Tally = ReturnType<typeof useTally>;

/** The current item of the queue and the decisions made here. */
function useTally() {
  const [current, go] = useState<number | null>(null);
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set());
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  const [just, setJust] = useState<readonly JustDecided[]>([]);
  const [done, setDone] = useState(0);
  const [sinceMs] = useState(() => Date.now());
  const forget = useCallback(
    (ids: readonly number[]) => setDecided((now) => new Set([...now].filter((id) => !ids.includes(id)))),
    [],
  );
  return { current, go, decided, setDecided, forget, skipped, setSkipped, just, setJust, done, setDone, sinceMs };
}

function actionsOn(tally: Tally, changes: Changes, kind: MapKind) {
  const { go, setDecided, forget, setSkipped, setJust, setDone } = tally;

  const settle = (items: Items, item: MapQueueItem, ids: readonly number[], outcome: Promise<ChangeOutcome>, to: string) => {
    setDecided((now) => new Set([...now, ...ids]));
    go(after(items, item.value.id));
    void outcome.then(({ step }) => {
      if (!step) return forget(ids);
      setDone((n) => n + ids.length);
      setJust((now) => [{ id: item.value.id, ids, text: item.value.text, to, step }, ...now]);
    });
  };

  return {
    /** Maps the text, and with `twins` the same text from other sources. A null choice removes the mapping. */
    async choose(items: Items, item: MapQueueItem, choice: Choice | null, twins: boolean): Promise<void> {
      const ids = [item.value.id, ...(twins ? item.twins : [])];
      const to = choice?.ats.name ?? 'unmapped';
      const action = choice ? `Map ${item.value.text} to ${to}` : `Leave ${item.value.text} unmapped`;
      const unmaps = choice === null;
      if (!(await cautious({ ...effectOf([item]), action, unmaps, accepting: !unmaps && item.value.mappedId === null }))) return;
      const args = { ids, mappedId: choice?.ats.extId ?? null, certainty: choice?.suggestion?.certainty ?? null };
      const outcome = changes.makeQuietly('value.map.v1', args, () => `${item.value.text} → ${to}`, mapFailure(kind, unmaps));
      settle(items, item, ids, outcome, to);
    },

    /** For a facility added for the text: the service has already mapped the text, and the next sync brings the mapping. */
    added(items: Items, item: MapQueueItem): void {
      setDecided((now) => new Set([...now, item.value.id]));
      setDone((n) => n + 1);
      go(after(items, item.value.id));
    },

    ignore(items: Items, item: MapQueueItem, ignored: boolean): void {
      const to = ignored ? 'ignored' : 'back in review';
      const ids = [item.value.id];
      const outcome = changes.makeQuietly('value.ignore.v1', { ids, ignored }, () => `${item.value.text}: ${to}`);
      settle(items, item, ids, outcome, to);
    },

    skip(items: Items, item: MapQueueItem): void {
      go(after(items, item.value.id));
      setSkipped((now) => [...now.filter((id) => id !== item.value.id), item.value.id]);
    },

    async undo(one: JustDecided): Promise<void> {
      await changes.undoStep(one.step);
      setJust((now) => now.filter((other) => other !== one));
      setDone((n) => Math.max(0, n - one.ids.length));
      forget(one.ids);
      go(one.id);
    },

    /** Undoes every decision made here, the latest first. */
    async undoAll(all: readonly JustDecided[]): Promise<void> {
      for (const one of all) await changes.undoStep(one.step);
      setJust([]);
      setDone(0);
      forget(all.flatMap(({ ids }) => ids));
    },

    async acceptAll(items: Items): Promise<void> {
      const ids = items.map(({ value }) => value.id);
      if (ids.length === 0 || !(await agreed(kind, items))) return;
      await changes.makeForAll('value.accept.v1', ids, {}, (count) => `${counted(count, `${kind} text`)} mapped as suggested`);
    },
  };
}

/** Number of samples shown before a bulk accept. */
const sampled = 10;

async function agreed(kind: MapKind, items: Items): Promise<boolean> {
  const more = items.length - sampled;
  const effect = effectOf(items);
  const answer = await ask({
    title: `Accept ${counted(items.length, 'suggestion')} at 95% or higher?`,
    body: (
      <>
        <ul className="inbox-sample">
          {items.slice(0, sampled).map(({ value, suggestedName }) => (
            <li key={value.id}>
              <span className="muted">{value.text}</span> → {suggestedName}
            </li>
          ))}
        </ul>
        {effect.openJobs > 0 && <p>This affects {effectText(effect)}.</p>}
        <p className="muted">
          {more > 0 && `and ${more.toLocaleString('en-US')} more ${kind} texts. `}You can undo the whole batch.
        </p>
      </>
    ),
    choices: {
      accept: { words: `Accept ${counted(items.length, 'suggestion')}`, tone: 'primary' },
      keep: { words: 'Cancel' },
    },
    safe: 'keep',
  });
  return answer === 'accept';
}
