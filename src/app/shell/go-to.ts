import { useNavigate } from 'react-router-dom';
import { useSession } from '#src/entities/session/session.ts';
import type { Hotkey } from '#src/ui/hotkeys/hotkeys.ts';
import { useHotkeys } from '#src/ui/hotkeys/use-hotkeys.tsx';
import { paletteDoor } from '../palette/palette-door.ts';
import { mayOpen } from '../screens/may-open.ts';
import { type Route, routes } from '../screens/routes.ts';

/** Shortcuts that stand on every screen: `g` and a letter for the screens that name one, and the frame's own. */
export function useGoTo({ onSidebar, onHelp }: { onSidebar: () => void; onHelp: () => void }): void {
  const navigate = useNavigate();
  const session = useSession();
  const screens: readonly Route[] = routes;
  const goTo = screens.flatMap((route): Hotkey[] => {
    const { keys, nav } = route;
    if (!keys || !nav || !mayOpen(session, route)) return [];
    return [{ keys, words: route.title, group: 'Go to', run: () => void navigate(nav.to) }];
  });
  useHotkeys([
    ...goTo,
    { keys: 'mod+k', words: 'Search or command', group: 'Everywhere', run: () => paletteDoor.toggle() },
    { keys: '?', words: 'Help and shortcuts', group: 'Everywhere', run: onHelp },
    { keys: '[', words: 'Collapse or expand the sidebar', group: 'Everywhere', run: onSidebar },
  ]);
}
