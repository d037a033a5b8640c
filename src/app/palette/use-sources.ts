import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { listUsers } from '#contract/people/user-names.ts';
import type { Condition } from '#domain/query/condition.ts';
import { useGridClient } from '#src/entities/job/use-job-grid.ts';
import { keptReply } from '#src/entities/reply/kept-reply.ts';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { scan } from '#src/store/rows.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { type PaletteItem, type PaletteMode, palette } from '#src/ui/palette/palette-registry.ts';
import { facilityItem, findJobsItem, jobItem, personItem, ruleItem, taskItem } from './object-items.ts';

const jobsAtMost = 20;
/** Only a few objects of each kind among all items. */
const amongAll = 5;

/** Adds what is on this device (jobs, facilities, rules, tasks) and actions that work on every screen. */
export function useSources(): void {
  const client = useGridClient();
  const { store } = useLocalStore();
  const { may } = useSession();
  const navigate = useNavigate();
  const actions = useActions();
  const [readsJobs, readsRules, readsTasks] = [may('staging.read'), may('rules.read'), may('tasks.read')];
  const go = useEffectEvent((to: string) => void navigate(to));
  const listActions = useEffectEvent(() => actions);
  useEffect(() => {
    const open = (to: string) => go(to);
    const sources = [
      palette.add({ id: 'app', search: () => listActions() }),
      palette.add({
        id: 'jobs',
        async search(words, mode) {
          const limit = limitOf(words, mode);
          if (!readsJobs || limit === 0) return [];
          return (await client.jobsWhere(jobsNamed(words), limit)).map((job) => jobItem(job, open));
        },
      }),
      palette.add({
        id: 'find-jobs',
        async search(words, mode) {
          if (!readsJobs || words.length < 2 || !['all', 'job'].includes(mode)) return [];
          // The query language is large, and most people never open the palette.
          const { conditionOfWords } = await import('#src/features/staging/views/find-jobs.ts');
          const [found = 0] = await client.counts([conditionOfWords(words)]);
          return found === 0 ? [] : [findJobsItem(words, found, open)];
        },
      }),
      palette.add({
        id: 'facilities',
        async search(words, mode) {
          if (!readsJobs || mode !== 'all' || words.length < 2) return [];
          const found = await client.facets('facilityName', words, amongAll);
          return found.flatMap(({ value, count }) => (typeof value === 'string' ? [facilityItem(value, count, open)] : []));
        },
      }),
      palette.add({
        id: 'rules',
        async search(words, mode) {
          if (!readsRules || mode !== 'all' || words.length < 2) return [];
          const found = (await scan(store, 'rule')).filter(({ name, deleted }) => !deleted && isNamed(name, words));
          return found.slice(0, amongAll).map((rule) => ruleItem(rule, open));
        },
      }),
      palette.add({
        id: 'tasks',
        async search(words, mode) {
          if (!readsTasks || mode !== 'all' || words.length < 2) return [];
          const found = (await scan(store, 'task')).filter(({ name }) => isNamed(name, words));
          return found.slice(0, amongAll).map((task) => taskItem(task, open));
        },
      }),
    ];
    return () => {
      for (const remove of sources) remove();
    };
  }, [client, store, readsJobs, readsRules, readsTasks]);
}

/** Adds the people of the customer, by the names that the device stored. */
export function usePeople(): void {
  const { store } = useLocalStore();
  const { may, customer } = useSession();
  const navigate = useNavigate();
  const find = useEffectEvent(async (words: string): Promise<readonly PaletteItem[]> => {
    if (!may('users.read') || words.length < 2) return [];
    const kept = (await keptReply(store, listUsers, { cust: customer.id })) ?? [];
    const found = kept.filter(({ name }) => isNamed(name, words)).slice(0, amongAll);
    return found.map((person) => personItem(person, (to) => void navigate(to)));
  });
  useEffect(() => palette.add({ id: 'people', search: (words, mode) => (mode === 'all' ? find(words) : []) }), []);
}

/** Among other items, jobs are searched by number only if the text can be one. */
function limitOf(words: string, mode: PaletteMode): number {
  if (words === '') return 0;
  if (mode === 'job') return jobsAtMost;
  return mode === 'all' && words.length > 2 && /\d/.test(words) ? amongAll : 0;
}

const isNamed = (name: string, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word));

function jobsNamed(words: string): Condition {
  const vendors: Condition = { kind: 'contains', column: 'providerJobId', text: words };
  if (!/^\d{1,9}$/.test(words)) return vendors;
  return { kind: 'any', of: [{ kind: 'ids', ids: [Number(words)] }, vendors] };
}

function useActions(): readonly PaletteItem[] {
  const { wake } = useLocalStore();
  const { customers, customer } = useSession();
  const { signOut, showCustomer } = useSessionActions();
  const { setColorScheme } = useMantineColorScheme();
  const action = (id: string, label: string, also: string, run: () => void): PaletteItem => ({
    id: `action:${id}`,
    mode: 'action',
    label,
    also,
    run,
  });
  const others = customers.filter(({ id }) => id !== customer.id);
  return [
    action('sync', 'Sync now', 'refresh fetch send reload', wake),
    action('light', 'Theme: light', 'look color', () => setColorScheme('light')),
    action('dark', 'Theme: dark', 'look color night', () => setColorScheme('dark')),
    action('system', 'Theme: match system', 'look color auto', () => setColorScheme('auto')),
    action('out', 'Sign out', 'leave log off logout', () => void signOut()),
    ...others.map(
      ({ id, name }): PaletteItem => ({
        id: `customer:${id}`,
        mode: 'customer',
        label: name,
        note: 'Switch customer',
        also: `customer ${id}`,
        run: () => showCustomer(id, name),
      }),
    ),
  ];
}
