import { Button } from '@mantine/core';
import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { goneColumns, looksAlike, mayChange, withKnown } from './saved-views.ts';
import type { SavedViews } from './use-saved-views.ts';
import type { ViewActions, ViewScreen } from './use-view-actions.tsx';
import { ViewForm } from './view-form.tsx';
import './report-view.css';

type Props = {
  readonly screen: ViewScreen;
  readonly open: Pick<SavedViews, 'saved' | 'isMissing'>;
  readonly actions: ViewActions;
  /** How the screen looks now. */
  readonly body: ConfigurationBody;
  /** Keys of all columns of the screen. */
  readonly known: ReadonlySet<string>;
  /** Filters of the open view that no longer exist. */
  readonly goneFilters?: readonly string[];
};

/** What differs from the open saved view, with the ways to save it or to go back; or that the address names no view. */
export function ViewState({ screen, open: { saved, isMissing }, actions, body, known, goneFilters = [] }: Props) {
  const { role } = useSession();
  const form = useEditor(ViewForm, { screen, body: withKnown(body, known) });
  if (isMissing)
    return (
      <p role="status" className="view-state">
        {screen.goneWords}
        <Button size="compact-xs" variant="default" onClick={screen.leave}>
          {screen.leaveLabel}
        </Button>
      </p>
    );
  if (!saved) return null;
  const gone = goneColumns(saved.body, known);
  const isEdited = !looksAlike(body, saved.body, known);
  return (
    <div role="status" className="view-state">
      {gone.length > 0 && <span>Shown without columns that no longer exist: {gone.join(', ')}</span>}
      {goneFilters.length > 0 && <span>Shown without filters that no longer exist: {goneFilters.join(', ')}</span>}
      {isEdited && (
        <>
          <span className="view-edited">Edited</span>
          {mayChange(saved, role) && (
            <Button size="compact-xs" onClick={() => void actions.save(saved, withKnown(body, known))}>
              Save
            </Button>
          )}
          <Button size="compact-xs" variant="default" onClick={() => form.open(null)}>
            Save as…
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => actions.reset(saved)}>
            Reset
          </Button>
        </>
      )}
      {form.dialog}
    </div>
  );
}
