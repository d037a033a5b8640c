import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { noticeBoard, type Tone } from './notices.ts';
import './toasts.css';

type Action = { words: string; run: () => void };
type Toast = {
  /** What happened, object first: "24 jobs held". */
  title: string;
  /** The reason, what is safe, and what to do next, if useful. */
  detail?: string;
  action?: Action;
  /** Path of its subject. The bell keeps such a toast, because the user may want to go there later. */
  to?: string;
  /** Replaces the toast with the same id: for progress, or for many rows of one action. */
  id?: string;
};

const icons = { success: IconCheck, warning: IconAlertTriangle, error: IconX, info: IconInfoCircle };
/** Milliseconds on screen. An error with an action stays until the user closes it. */
const shownMs: Record<Tone, number> = { success: 4000, info: 5000, warning: 10_000, error: 10_000 };
const undoMs = 10_000;

function show(tone: Tone, toast: Toast): string {
  const { title, detail, action, to } = toast;
  // The same words again replace the first toast instead of stacking.
  const id = toast.id ?? [tone, title, detail].filter(Boolean).join(' ');
  const Icon = icons[tone];
  if (tone === 'error' || to !== undefined)
    noticeBoard.add({ id, at: new Date().toISOString(), tone, title, detail: detail ?? null, to: to ?? null, read: false });
  const stays = tone === 'error' && action !== undefined;
  notifications.hide(id);
  notifications.show({
    id,
    autoClose: stays ? false : action ? Math.max(undoMs, shownMs[tone]) : shownMs[tone],
    withBorder: true,
    radius: 'md',
    icon: <Icon size={18} aria-hidden />,
    className: `toast toast-${tone}`,
    closeButtonProps: { 'aria-label': 'Close' },
    role: tone === 'error' ? 'alert' : 'status',
    title,
    message: (
      <>
        {detail !== undefined && <span>{detail}</span>}
        {action && (
          <button
            type="button"
            className="toast-action"
            onClick={() => {
              notifications.hide(id);
              action.run();
            }}
          >
            {action.words}
          </button>
        )}
      </>
    ),
  });
  return id;
}

/** Reports results that the screen itself does not show. The bell keeps errors, and what leads to a screen. */
export const toast = {
  success: (said: Toast) => show('success', said),
  info: (said: Toast) => show('info', said),
  warning: (said: Toast) => show('warning', said),
  error: (said: Toast) => show('error', said),
  /** A toast with an Undo button, shown for ten seconds. */
  undo: (title: string, undo: () => void, more: Omit<Toast, 'title' | 'action'> = {}) =>
    show('success', { ...more, title, action: { words: 'Undo', run: undo } }),
  close: (id: string) => notifications.hide(id),
};
