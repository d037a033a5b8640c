import type { LabelRows } from '#domain/fields/label-sets.ts';
import { firstTarget } from '#domain/targets/target-kinds.ts';
import { scan } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import { browserClock } from '#src/sync/browser-ports.ts';
import { oneAtATime } from '#src/sync/loop/one-at-a-time.ts';

/** The labels on a device, and the kind of the customer's target. */
export type DeviceLabels = LabelRows & { readonly targetId: number | null };

const none: DeviceLabels = { own: [], general: [], targetId: null };
const read = new Set<string>(['label', 'generalLabel', 'target']);
/** The rest after a read, as in `useWatched`: a burst of changes is read once. */
const rest = () => new Promise<void>((done) => void browserClock.after(100, done));

async function readLabels(store: Store): Promise<DeviceLabels> {
  const [own, general, targets] = await Promise.all([scan(store, 'label'), scan(store, 'generalLabel'), scan(store, 'target')]);
  return { own: own.filter(({ purged }) => !purged), general, targetId: firstTarget(targets)?.typeId ?? null };
}

/** What `useSyncExternalStore` needs. */
type LabelWatch = { readonly subscribe: (hear: () => void) => () => void; readonly get: () => DeviceLabels };

const watches = new WeakMap<Store, LabelWatch>();

/** The labels of a store, read once for all screens. The last ones stay, so that a screen that opens does not begin with the defaults. */
export function labelWatch(store: Store): LabelWatch {
  const known = watches.get(store);
  if (known) return known;
  const made = newWatch(store);
  watches.set(store, made);
  return made;
}

function newWatch(store: Store): LabelWatch {
  let current = none;
  const hearing = new Set<() => void>();
  let stop = () => undefined as void;
  const refresh = oneAtATime(async () => {
    if (hearing.size === 0) return;
    const next = await readLabels(store);
    if (JSON.stringify(next) === JSON.stringify(current)) return;
    current = next;
    for (const hear of hearing) hear();
  }, rest);
  return {
    get: () => current,
    subscribe(hear) {
      hearing.add(hear);
      if (hearing.size === 1) {
        stop = store.watch(({ changes }) => {
          if (changes.some(({ collection }) => read.has(collection))) refresh();
        });
        refresh();
      }
      return () => {
        hearing.delete(hear);
        if (hearing.size === 0) stop();
      };
    },
  };
}
