import { lazy, Suspense } from 'react';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';

/** Its texts are many, and most people rarely read them. */
const HelpContent = lazy(() => import('./help-content.tsx').then((m) => ({ default: m.HelpContent })));

/** `about`: the words that it opens with; null while it is closed. */
type Props = { about: string | null; onClose: () => void };

/** What `?` opens: help on the current screen, its shortcuts, and a search in all of it. */
export function HelpDialog({ about, onClose }: Props) {
  if (about === null) return null;
  return (
    <Dialog title="Help and shortcuts" dirty={false} size={860} onClose={onClose}>
      {() => (
        <Suspense fallback={<Waiting rows={8} label="Loading help" />}>
          <HelpContent about={about} onClose={onClose} />
        </Suspense>
      )}
    </Dialog>
  );
}
