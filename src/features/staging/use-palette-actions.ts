import { useEffect, useEffectEvent } from 'react';
import { type JobActionKey, jobAction, shownActions } from '#domain/staging/job-actions.ts';
import { useSession } from '#src/entities/session/session.ts';
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
  const { may } = useSession();
  const list = useEffectEvent((): PaletteItem[] =>
    shownActions.flatMap((key): PaletteItem[] => {
      const { label, shortcut, blocked: why, needs, forOne } = jobAction(key);
      if (!may(needs)) return [];
      const allowed = chosen.actions.find((one) => one.key === key);
      const isBlocked = ids.size > 0 && allowed?.allowed === 0;
      const tooMany = forOne && on.length > 1 ? 'Choose one job' : null;
      const blocked = on.length === 0 && key !== 'paste' ? 'Select jobs first' : isBlocked ? `The selected jobs ${why}` : tooMany;
      return [
        {
          id: `job-action:${key}`,
          mode: 'action',
          label: label.replace(/…$/, ''),
          note:
            on.length === 0 ? 'in staging' : `on ${ids.size > 0 ? counted(ids.size, 'selected job') : 'the job in the panel'}`,
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
