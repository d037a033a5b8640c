import { IconCircleCheck, IconCloudOff, IconFilterOff, IconInbox, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import './page.css';

const icons = {
  /** There was never a row: say what it is good for, and offer the first action. */
  'first-use': IconInbox,
  /** The filter matches nothing. */
  'no-match': IconFilterOff,
  /** All work is done. */
  done: IconCircleCheck,
  /** The user lacks the right: say whom to ask. */
  'no-right': IconLock,
  /** This device holds no copy yet. */
  'no-data': IconCloudOff,
};

/** Shown in place of rows. */
export function EmptyState({ kind, title, children }: { kind: keyof typeof icons; title: string; children?: ReactNode }) {
  const Icon = icons[kind];
  return (
    <div className={`empty empty-${kind}`}>
      <Icon size={28} stroke={1.5} aria-hidden />
      <h2>{title}</h2>
      {children && <div className="empty-body">{children}</div>}
    </div>
  );
}
