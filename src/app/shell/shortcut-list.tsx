import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Keys } from '#src/ui/hotkeys/keys.tsx';
import { matchingHotkeys } from '#src/ui/hotkeys/listed-hotkeys.ts';
import { hotkeys } from '#src/ui/hotkeys/use-hotkeys.tsx';
import { groupBy } from '#src/ui/list/group-by.ts';

/** The shortcuts of the current screen by group, with a search. */
export function ShortcutList() {
  const [typed, setTyped] = useState('');
  const groups = groupBy(matchingHotkeys(hotkeys.list(), typed), (hotkey) => hotkey.group);
  return (
    <>
      <TextInput
        aria-label="Search shortcuts"
        placeholder="Search: hold, map, undo…"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      {groups.size === 0 && <p className="muted">No shortcut matches.</p>}
      <div className="cheat-sheet">
        {[...groups].map(([group, entries]) => (
          <section key={group}>
            <h3>{group}</h3>
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
    </>
  );
}
