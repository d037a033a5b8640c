import { describe, expect, test } from 'vitest';
import type { CrawlerRow } from '#contract/rows/rows.ts';
import { settingsWith } from '#domain/crawlers/crawler-settings.ts';
import { blankDraft, jobProblems, lacking, signInOf, signInProblems, type Typed, taskOf, withCrawler } from './new-task-draft.ts';

const crawler = (over: Partial<CrawlerRow> = {}): CrawlerRow => ({
  id: 1000,
  name: 'Lakeside',
  site: 'lakeside.example',
  about: '',
  kind: 'portal',
  settings: settingsWith('url', 'username', 'password'),
  ...over,
});
const typed = { crawlerId: '1000', site: 'Lakeside', url: 'https://lakeside.example', username: 'ann', password: 'secret-7' };
const draft = (over: Partial<Typed> = {}): Typed => ({ ...blankDraft, ...typed, ...over });
const [person, administrator] = [{ administrator: false }, { administrator: true }];
const locked = { active: true, customizable: false, adminOnly: false, text: '' };

describe('another source', () => {
  test('gets nothing that was typed for the former one, and the same source keeps it', () => {
    expect(withCrawler(draft(), crawler({ id: 1001, name: 'Bayside' }))).toMatchObject({
      crawlerId: '1001',
      site: 'Bayside',
      url: '',
      username: '',
      password: '',
    });
    expect(withCrawler(draft(), crawler())).toEqual({});
  });

  test('names its jobs only if it is one vendor', () => {
    expect(withCrawler(draft(), crawler({ id: 1, name: 'Feed', kind: 'feed' })).site).toBe('');
    expect(withCrawler(draft(), crawler({ id: 57, name: 'Trio VMS', kind: 'trio' })).site).toBe('Trio VMS');
  });
});

describe('the sign-in', () => {
  test('is asked of the person where they may enter it', () => {
    const blank = draft({ password: '' });
    expect(lacking(blank, crawler(), person)).toEqual(['password']);
    expect(Object.keys(signInProblems(blank, crawler(), person))).toEqual(['password']);
    const closed = crawler({ settings: { ...settingsWith('url', 'username', 'password'), password: locked } });
    expect(signInProblems(blank, closed, person)).toEqual({});
    expect(Object.keys(signInProblems(blank, closed, administrator))).toEqual(['password']);
    // Keys of these types are entered by administrators.
    expect(signInProblems(blank, crawler({ id: 57 }), person)).toEqual({});
  });

  test('is sent as far as the person may change it', () => {
    expect(signInOf(draft(), crawler(), person)).toEqual({
      url: 'https://lakeside.example',
      username: 'ann',
      password: 'secret-7',
    });
    const closed = crawler({ settings: { ...settingsWith('url', 'username', 'password'), username: locked } });
    expect(signInOf(draft(), closed, person)).not.toHaveProperty('username');
    expect(signInOf(draft({ credentialParentId: '7' }), crawler(), person)).toEqual({
      url: 'https://lakeside.example',
      credentialParentId: 7,
    });
  });

  test('that administrators manage is sent by them only', () => {
    const managed = draft({ managed: true });
    expect(signInProblems(draft({ managed: true, url: '', password: '' }), crawler(), person)).toEqual({});
    expect(signInOf(managed, crawler(), person)).toEqual({ url: '' });
    expect(signInOf(managed, crawler(), administrator)).toMatchObject({ password: 'secret-7' });
  });

  test('of another task lacks nothing', () => {
    expect(lacking(draft({ credentialParentId: '7', url: '', username: '', password: '' }), crawler(), person)).toEqual([]);
  });
});

test('a task that awaits its setup does not start, and the others start if they are to', () => {
  const starts = (over: Partial<Typed>, by = person) => taskOf(draft(over), crawler(), by).isEnabled;
  expect([starts({}), starts({ startsNow: false }), starts({ password: '' }), starts({ managed: true })]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(starts({ managed: true }, administrator)).toBe(true);
  expect(taskOf(draft({ site: ' ' }), crawler(), person)).not.toHaveProperty('site');
});

test('work types and days in the wrong order keep the person at their step', () => {
  expect(jobProblems(draft())).toBeUndefined();
  expect(jobProblems(draft({ daysFrom: 5, daysTo: 1 }))).toHaveProperty('daysTo');
});
