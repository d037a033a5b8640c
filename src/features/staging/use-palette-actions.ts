import { useEffect, useEffectEvent } from 'react';
import { type JobActionKey, jobActions } from '#src/entities/job/job-actions.ts';
import { counted } from '#src/ui/format/format.ts';
import { type PaletteItem, palette } from '#src/ui/palette/palette-registry.ts';
import type { useSelection } from './use-selection.ts';

type Options = {
  readonly chosen: ReturnType<typeof useSelection>;
  readonly openJob: number | null;
  readonly act: (key: JobActionKey, ids: readonly number[]) => Promise<void>;
};

/**
 * Adds every action of the grid to the palette: on the selected jobs, or on the one in the panel. One that is not possible is
 * listed with its reason.
 */
export function usePaletteActions({ chosen, openJob, act }: Options): void {
  const { ids } = chosen.selection;
  const on = ids.size > 0 ? [...ids] : openJob === null ? [] : [openJob];
  const list = useEffectEvent((): PaletteItem[] =>
    jobActions.flatMap((action): PaletteItem[] => {
      const { key, label, shortcut, blockedReason } = action;
      const allowed = chosen.actions.find((one) => one.key === key);
      // The user has no right to it.
      if (!allowed) return [];
      const isBlocked = ids.size > 0 && allowed.allowed === 0;
      const blocked = on.length === 0 ? 'Select jobs first' : isBlocked ? `The selected jobs ${blockedReason}` : null;
      return [
        {
          id: `job-action:${key}`,
          mode: 'action',
          label: label.replace(/…$/, ''),
          note: `on ${ids.size > 0 ? counted(ids.size, 'selected job') : 'the job in the panel'}`,
          also: 'jobs selection bulk',
          ...(shortcut && {
            keys:
              shortcut.length === 1 && shortcut !== shortcut.toLowerCase()
                ? `shift+${shortcut.toLowerCase()}`
                : shortcut.toLowerCase(),
          }),
          ...(blocked !== null && { blocked }),
          run: () => void act(key, on),
        },
      ];
    }),
  );
  useEffect(() => palette.add({ id: 'job-actions', search: () => list() }), []);
}
