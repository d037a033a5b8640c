import { Keys } from '#src/ui/hotkeys/keys.tsx';
import { matchingHotkeys } from '#src/ui/hotkeys/listed-hotkeys.ts';
import { hotkeys } from '#src/ui/hotkeys/use-hotkeys.tsx';
import { groupBy } from '#src/ui/list/group-by.ts';

/** The shortcuts of the current screen that match the words, by group. */
export function ShortcutList({ typed }: { typed: string }) {
  const groups = groupBy(matchingHotkeys(hotkeys.list(), typed), (hotkey) => hotkey.group);
  if (groups.size === 0) return null;
  return (
    <section aria-labelledby="shortcuts">
      <h3 id="shortcuts">Shortcuts on this screen</h3>
      <div className="cheat-sheet">
        {[...groups].map(([group, entries]) => (
          <section key={group}>
            <h4>{group}</h4>
            <dl>
              {entries.map(({ keys, words }) => (
                <div key={`${keys}${words}`} style={{ display: 'contents' }}>
                  <dt>{words}</dt>
                  <dd>
                    <Keys of={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </section>
  );
}
