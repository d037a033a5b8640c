import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { noticeBoard, type Tone } from './notices.ts';
import './toasts.css';

type Action = { words: string; run: () => void };
type Toast = {
  /** What happened, object first: "24 jobs held". */
  title: string;
  /** Why, what is safe and what to do next, where there is something to say. */
  detail?: string;
  action?: Action;
  /** Where the bell's entry leads. */
  to?: string;
  /** A toast of the same id replaces the one shown: progress, or one action's many rows. */
  id?: string;
};

const icons = { success: IconCheck, warning: IconAlertTriangle, error: IconX, info: IconInfoCircle };
/** Milliseconds on screen. An error with something to do stays until it is closed. */
const shownMs: Record<Tone, number> = { success: 4000, info: 5000, warning: 10_000, error: 10_000 };
const undoMs = 10_000;

function show(tone: Tone, { title, detail, action, to, id = crypto.randomUUID() }: Toast): string {
  const Icon = icons[tone];
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
        {detail}
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

/** Says what happened where the screen itself does not show it. Each toast is also an entry of the bell. */
export const toast = {
  success: (said: Toast) => show('success', said),
  info: (said: Toast) => show('info', said),
  warning: (said: Toast) => show('warning', said),
  error: (said: Toast) => show('error', said),
  /** Ten seconds to take it back. */
  undo: (title: string, undo: () => void, more: Omit<Toast, 'title' | 'action'> = {}) =>
    show('success', { ...more, title, action: { words: 'Undo', run: undo } }),
  close: (id: string) => notifications.hide(id),
};
