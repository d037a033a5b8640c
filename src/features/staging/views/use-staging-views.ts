import { useSearchParams } from 'react-router-dom';
import { stagingReportId } from '#contract/rows/report-rows.ts';
import type { SavedView } from '#src/entities/report-view/saved-views.ts';
import type { ViewScreen } from '#src/entities/report-view/use-view-actions.tsx';
import { useSetting } from '#src/ui/local-setting.ts';
import { withoutView } from './staging-address.ts';
import type { ViewAddress } from './use-view-address.ts';
import { viewDraft } from './view-layouts.ts';

/** The staging grid as a screen with saved views. */
export function useStagingViews({ saved: { views }, open }: Pick<ViewAddress, 'saved' | 'open'>): ViewScreen {
  const [, setDraft] = useSetting(viewDraft);
  const [, setParams] = useSearchParams();
  return {
    reportId: stagingReportId,
    name: 'staging',
    keeps: 'Columns, order, groups and query are saved with it.',
    views,
    open,
    reset(view: SavedView) {
      setDraft(null);
      setParams(
        (now) => {
          const saved = withoutView(now);
          saved.set('cfid', String(view.id));
          return saved;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    leave: () => open('triage'),
    leaveLabel: 'Show Triage',
    goneWords: 'This view was removed, or it is not shared with you.',
  };
}
