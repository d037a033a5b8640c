import * as z from 'zod';
import { localSetting } from '#src/ui/local-setting.ts';
import { noticeBoard } from '#src/ui/toast/notices.ts';

const Kept = z.array(
  z.object({
    id: z.string(),
    at: z.string(),
    tone: z.enum(['success', 'warning', 'error', 'info']),
    title: z.string(),
    detail: z.string().nullable(),
    to: z.string().nullable(),
    read: z.boolean(),
  }),
);
const kept = localSetting('notices', Kept, []);

/** Restores the bell's notices, and saves them from then on. Returns a function that stops saving. */
export function keepNotices(): () => void {
  noticeBoard.load(kept.read());
  return noticeBoard.watch(() => kept.write([...noticeBoard.list()]));
}
