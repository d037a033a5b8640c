import { beforeEach, expect, test, vi } from 'vitest';
import { noticeBoard } from '../toast/notices.ts';
import { longWork, startWork } from './long-work.ts';

beforeEach(() => {
  longWork.load([]);
  noticeBoard.load([]);
});

test('Work is in the tray while it runs, and its end is reported once, also on the bell', () => {
  const work = startWork({ id: 'automap', title: 'Automatic mapping', total: 10 });
  work.report({ phase: 'Matching', done: 4 });
  expect(longWork.anyRunning()).toBe(true);
  expect(longWork.list()[0]).toMatchObject({ phase: 'Matching', done: 4, total: 10, state: 'running' });
  work.finish('8 mapped, 2 left for you', '/mapfacility');
  work.fail('too late');
  expect(longWork.anyRunning()).toBe(false);
  expect(longWork.list()[0]).toMatchObject({ state: 'done', words: '8 mapped, 2 left for you', to: '/mapfacility' });
  expect(noticeBoard.list()).toMatchObject([{ tone: 'success', title: 'Automatic mapping', to: '/mapfacility' }]);
});

test('Cancel calls the work once, and the work reports what stays', () => {
  const run = vi.fn<() => void>();
  const work = startWork({ id: 'import', title: 'Import', cancel: { run, keeps: 'Staged rows stay.' } });
  longWork.cancel('import');
  longWork.cancel('import');
  expect(run).toHaveBeenCalledTimes(1);
  expect(longWork.list()[0]).toMatchObject({ state: 'cancelling', cancelKeeps: 'Staged rows stay.' });
  work.cancelled('Stopped at 40 of 100. Staged rows stay.');
  expect(longWork.list()[0]).toMatchObject({ state: 'cancelled', words: 'Stopped at 40 of 100. Staged rows stay.' });
});

test('After a reload, work that was running is “unwatched” until the same work starts again', () => {
  startWork({ id: 'automap', title: 'Automatic mapping', startedAt: '2026-11-21T08:00:00.000Z' });
  longWork.load(longWork.list());
  expect(longWork.list()[0]).toMatchObject({ state: 'unwatched' });
  expect(longWork.anyRunning()).toBe(false);
  const again = startWork({ id: 'automap', title: 'Automatic mapping', startedAt: '2026-11-21T08:00:00.000Z' });
  again.report({ done: 3 });
  expect(longWork.list()).toHaveLength(1);
  expect(longWork.list()[0]).toMatchObject({ state: 'running', done: 3 });
});

test('A handle of an earlier run does not change a later one', () => {
  const first = startWork({ id: 'automap', title: 'Automatic mapping', startedAt: '2026-11-21T08:00:00.000Z' });
  startWork({ id: 'automap', title: 'Automatic mapping', startedAt: '2026-11-21T08:05:00.000Z' });
  first.finish('old news');
  expect(longWork.list()[0]).toMatchObject({ state: 'running', startedAt: '2026-11-21T08:05:00.000Z' });
});

test('Ended work offers what comes next: a download again and again, another try once', () => {
  const [download, retry] = [vi.fn<() => void>(), vi.fn<() => void>()];
  startWork({ id: 'file', title: 'Export' }).finish('The file has 3 rows.', '/reports?file=1', {
    label: 'Download',
    stays: true,
    run: download,
  });
  startWork({ id: 'other', title: 'Export' }).fail('The file could not be made.', undefined, { label: 'Retry', run: retry });
  expect(longWork.list().map(({ next }) => next)).toEqual(['Retry', 'Download']);
  for (const id of ['file', 'file', 'other', 'other']) longWork.goOn(id);
  expect([download.mock.calls.length, retry.mock.calls.length]).toEqual([2, 1]);
  expect(longWork.list().map(({ next }) => next)).toEqual([null, 'Download']);
  longWork.load(longWork.list());
  expect(longWork.list().map(({ next }) => next)).toEqual([null, null]);
});
