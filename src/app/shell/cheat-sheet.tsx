import { Link } from 'react-router-dom';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { ShortcutList } from './shortcut-list.tsx';

/** Every shortcut that works on the current screen, by group. */
export function CheatSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  if (!opened) return null;
  return (
    <Dialog title="Help and shortcuts" dirty={false} size={760} onClose={onClose}>
      {() => (
        <>
          <ShortcutList />
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
