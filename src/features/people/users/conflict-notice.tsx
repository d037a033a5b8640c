import { Button } from '@mantine/core';

/** A field that somebody else changed while the form was open, in words. */
export type Disagreement = { readonly field: string; readonly label: string; readonly yours: string; readonly theirs: string };

type Props = { disagreements: readonly Disagreement[]; onMine: () => void; onTheirs: () => void };

/** Two people changed the same fields: nothing was saved, and one of both values is chosen. */
export function ConflictNotice({ disagreements, onMine, onTheirs }: Props) {
  if (disagreements.length === 0) return null;
  return (
    <div className="conflict-notice" role="alert">
      <strong>Somebody else changed this user while the form was open. Nothing was saved.</strong>
      <ul>
        {disagreements.map(({ field, label, yours, theirs }) => (
          <li key={field}>
            {label}: yours is “{yours}”, saved now is “{theirs}”
          </li>
        ))}
      </ul>
      <div className="form-actions">
        <Button size="xs" variant="default" onClick={onTheirs}>
          Take the saved values
        </Button>
        <Button size="xs" variant="default" onClick={onMine}>
          Keep my values
        </Button>
      </div>
    </div>
  );
}
