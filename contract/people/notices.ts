import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** One notice. `html` is its escaped text with its link; `text` and `link` are the same without markup. */
export const Notice = z.object({
  id: wire('ID', z.number()),
  isRead: wire('IsRead', z.boolean()),
  isDeleted: wire('IsDeleted', z.boolean()),
  html: wire('Html', z.string()),
  text: z.string(),
  link: z.string().nullable(),
  date: Instant,
});
export type Notice = z.infer<typeof Notice>;

export const listNotifications = endpoint('POST /api/customer/support/notifications/:cust', {
  about: 'Notices, newest first, and whether any changed since `Date`.',
  args: z.object({ cust: CustomerRef, since: wire('Date', Instant.nullish()) }),
  /** `list` contains the newest 200; `total` and `unreadCount` count all. */
  reply: z.object({
    hasChanges: z.boolean(),
    list: z.array(Notice),
    total: z.number(),
    unreadCount: z.number(),
    date: Instant,
  }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: {
    hasChanges: true,
    list: [
      { id: 1, isRead: false, isDeleted: false, html: 'Welcome', text: 'Welcome', link: null, date: '2026-11-21T00:00:00.000Z' },
    ],
    total: 1,
    unreadCount: 1,
    date: '2026-11-21T00:00:00.000Z',
  },
});

export const updateNotification = endpoint('POST /api/customer/support/notifications/:cust/:id', {
  about: 'Marks a notice as read or removes it.',
  args: z.object({
    cust: CustomerRef,
    id: Id,
    isRead: wire('IsRead', z.boolean().optional()),
    isDeleted: wire('IsDeleted', z.boolean().optional()),
  }),
  reply: z.object({ unreadCount: z.number() }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'online',
  example: { unreadCount: 0 },
});

export const noticeEndpoints = [listNotifications, updateNotification];
