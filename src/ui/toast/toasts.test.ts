import { notificationsStore } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { noticeBoard } from './notices.ts';
import { toast } from './toasts.tsx';

const shown = () => notificationsStore.getState().notifications.map(({ title }) => title);

beforeEach(() => {
  noticeBoard.load([]);
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] });
});

test('the bell keeps errors and what leads to a screen, and nothing else', () => {
  toast.success({ title: '3 jobs held' });
  toast.info({ title: 'Undone: 3 jobs held' });
  toast.warning({ title: 'Nothing was changed' });
  toast.undo('2 jobs held', () => undefined);
  expect(noticeBoard.list()).toEqual([]);
  toast.error({ title: 'Not saved' });
  toast.success({ title: '3 jobs posted', to: '/staging' });
  expect(noticeBoard.list().map(({ title }) => title)).toEqual(['3 jobs posted', 'Not saved']);
});

test('the same words again replace their toast instead of covering the screen', () => {
  for (let i = 0; i < 6; i++) toast.warning({ title: 'Nothing was changed', detail: '1 job is canceled.' });
  expect(shown()).toEqual(['Nothing was changed']);
});

test('a toast with an id is replaced by the next of that id', () => {
  toast.success({ id: 'last-change', title: '1 job held' });
  toast.success({ id: 'last-change', title: '2 jobs held' });
  expect(shown()).toEqual(['2 jobs held']);
});
