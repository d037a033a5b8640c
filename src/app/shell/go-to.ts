import { useNavigate } from 'react-router-dom';
import { useSession } from '#src/entities/session/session.ts';
import type { Hotkey } from '#src/ui/hotkeys/hotkeys.ts';
import { useHotkeys } from '#src/ui/hotkeys/use-hotkeys.tsx';
import { paletteDoor } from '../palette/palette-door.ts';
import { mayOpen } from '../screens/may-open.ts';
import { screens } from '../screens/screens.ts';

/** Shortcuts that work on every screen: `g` and a letter for screens that define one, and those of the shell. */
export function useGoTo({ onSidebar, onHelp }: { onSidebar: () => void; onHelp: () => void }): void {
  const navigate = useNavigate();
  const session = useSession();
  const goTo = screens.flatMap((screen): Hotkey[] => {
    const { keys, nav } = screen;
    if (!keys || !nav || !mayOpen(session, screen)) return [];
    return [{ keys, words: screen.title, group: 'Go to', run: () => void navigate(nav.to) }];
  });
  useHotkeys([
    ...goTo,
    { keys: 'mod+k', words: 'Search or command', group: 'Everywhere', run: () => paletteDoor.toggle() },
    { keys: '?', words: 'Help and shortcuts', group: 'Everywhere', run: onHelp },
    { keys: '[', words: 'Collapse or expand the sidebar', group: 'Everywhere', run: onSidebar },
  ]);
}
