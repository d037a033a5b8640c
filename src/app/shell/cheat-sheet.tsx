import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { Keys } from '#src/ui/hotkeys/keys.tsx';
import { matchingHotkeys } from '#src/ui/hotkeys/listed-hotkeys.ts';
import { hotkeys } from '#src/ui/hotkeys/use-hotkeys.tsx';
import { groupBy } from '#src/ui/list/group-by.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** Every shortcut that works on the current screen, by group. */
export function CheatSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  if (!opened) return null;
  return (
    <Dialog title="Help and shortcuts" dirty={false} size={760} onClose={onClose}>
      {() => (
        <>
          <Sheet />
          <p className="muted" style={{ marginTop: 20 }}>
            Single-key shortcuts are off while you type. You can turn them off in{' '}
            <Link to={pathTo('/preferences')} onClick={onClose}>
              Preferences
            </Link>
            .
          </p>
        </>
      )}
    </Dialog>
  );
}

function Sheet() {
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
