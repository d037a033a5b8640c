import { Button } from '@mantine/core';
import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { goneColumns, looksAlike, mayChange, withKnown } from './saved-views.ts';
import type { ViewActions } from './use-view-actions.ts';
import type { ViewAddress } from './use-view-address.ts';
import { ViewForm } from './view-form.tsx';

type Props = {
  readonly at: ViewAddress;
  readonly actions: ViewActions;
  readonly body: ConfigurationBody;
  /** Keys of all columns of the grid. */
  readonly known: ReadonlySet<string>;
};

/** What differs from the open saved view, with the ways to save it or to go back; or that the address names no view. */
export function ViewState({ at, actions, body, known }: Props) {
  const { saved, views, isMissing } = at.saved;
  const { role } = useSession();
  const form = useEditor(ViewForm, { views, body: withKnown(body, known), onAdded: (id: number) => at.open(id) });
  if (isMissing)
    return (
      <p role="status" className="view-state">
        This view was removed, or it is not shared with you.
        <Button size="compact-xs" variant="default" onClick={() => at.open('triage')}>
          Show Triage
        </Button>
      </p>
    );
  if (!saved) return null;
  const gone = goneColumns(saved.body, known);
  const isEdited = !looksAlike(body, saved.body, known);
  return (
    <div role="status" className="view-state">
      {gone.length > 0 && <span>Shown without columns that no longer exist: {gone.join(', ')}</span>}
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
