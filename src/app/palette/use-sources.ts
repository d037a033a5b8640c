import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { Condition } from '#domain/query/condition.ts';
import { useGridClient } from '#src/entities/job/use-job-grid.ts';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { type PaletteItem, type PaletteMode, palette } from '#src/ui/palette/palette-registry.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

const jobsAtMost = 20;
/** Only a few jobs among the other items. */
const jobsAmongAll = 5;

/** Adds jobs on this device, found by our id or the vendor's, and actions that work on every screen. */
export function useSources(): void {
  const client = useGridClient();
  const { may } = useSession();
  const navigate = useNavigate();
  const actions = useActions();
  const mayRead = may('staging.read');
  const open = useEffectEvent(
    (id: number) => void navigate(pathTo('/staging/:pg?/:all?', {}, { view: 'all', open: `job:${id}` })),
  );
  const listActions = useEffectEvent(() => actions);
  useEffect(() => {
    const removeActions = palette.add({ id: 'app', search: () => listActions() });
    const removeJobs = palette.add({
      id: 'jobs',
      async search(words, mode) {
        const limit = limitOf(words, mode);
        if (!mayRead || limit === 0) return [];
        return (await client.jobsWhere(jobsNamed(words), limit)).map((job) => itemOf(job, () => open(job.id)));
      },
    });
    return () => {
      removeActions();
      removeJobs();
    };
  }, [client, mayRead]);
}

/** Among other items, jobs are searched only if the text can be an id. */
function limitOf(words: string, mode: PaletteMode): number {
  if (words === '') return 0;
  if (mode === 'job') return jobsAtMost;
  return mode === 'all' && words.length > 2 && /\d/.test(words) ? jobsAmongAll : 0;
}

function jobsNamed(words: string): Condition {
  const vendors: Condition = { kind: 'contains', column: 'providerJobId', text: words };
  if (!/^\d{1,9}$/.test(words)) return vendors;
  return { kind: 'any', of: [{ kind: 'ids', ids: [Number(words)] }, vendors] };
}

const itemOf = ({ id, providerJobId, title, facility }: JobRow, run: () => void): PaletteItem => ({
  id: `job:${id}`,
  mode: 'job',
  label: [providerJobId, title].filter(Boolean).join(' · '),
  also: String(id),
  ...(facility ? { note: facility } : {}),
  run,
});

function useActions(): readonly PaletteItem[] {
  const { wake } = useLocalStore();
  const { signOut } = useSessionActions();
  const { setColorScheme } = useMantineColorScheme();
  const action = (id: string, label: string, also: string, run: () => void): PaletteItem => ({
    id: `action:${id}`,
    mode: 'action',
    label,
    also,
    run,
  });
  return [
    action('sync', 'Sync now', 'refresh fetch send', wake),
    action('light', 'Theme: light', 'look color', () => setColorScheme('light')),
    action('dark', 'Theme: dark', 'look color night', () => setColorScheme('dark')),
    action('system', 'Theme: match system', 'look color auto', () => setColorScheme('auto')),
    action('out', 'Sign out', 'leave log off', () => void signOut()),
  ];
}
