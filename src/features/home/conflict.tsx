import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { FieldConflict } from '#contract/commands.ts';
import type { OutboxEntry } from '#src/store/tables.ts';
import type { OutboxActions } from '#src/sync/hooks/use-outbox.ts';
import { blank, counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

type Props = { entry: OutboxEntry; conflicts: readonly FieldConflict[]; similar: readonly OutboxEntry[]; outbox: OutboxActions };

/** The same field changed in two places: yours, what it was before, theirs; nothing is sent until a person chooses. */
export function Conflict({ entry, conflicts, similar, outbox }: Props) {
  const [all, setAll] = useState(false);
  const chosen = all ? [entry, ...similar] : [entry];
  const settle = async (mine: boolean) => {
    let done = 0;
    for (const one of chosen) if ((await (mine ? outbox.retry(one.entry) : outbox.discard(one.entry))).ok) done += 1;
    toast.success({ title: mine ? `${counted(done, 'change')} of yours kept` : `${counted(done, 'change')} of theirs taken` });
  };
  return (
    <div className="conflict">
      <Sides conflicts={conflicts} />
      {similar.length > 0 && (
        <Checkbox
          size="xs"
          label={`Same choice for ${similar.length} similar`}
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
      <div className="outbox-actions">
        <Button size="xs" onClick={() => void settle(true)}>
          Keep yours
        </Button>
        <Button size="xs" variant="default" onClick={() => void settle(false)}>
          Take theirs
        </Button>
      </div>
    </div>
  );
}

/** Each field three times: what one person wants, what both saw, what another has set since. */
function Sides({ conflicts }: { conflicts: readonly FieldConflict[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Yours</th>
          <th scope="col">Before</th>
          <th scope="col">Theirs</th>
        </tr>
      </thead>
      <tbody>
        {conflicts.map((conflict) => (
          <tr key={`${conflict.collection}/${conflict.id}/${conflict.field}`}>
            <th scope="row">{labelOf(conflict.field)}</th>
            <td className="conflict-differs">{shown(conflict.wanted)}</td>
            <td>{shown(conflict.seen)}</td>
            <td className="conflict-differs">
              {shown(conflict.now)}
              {conflict.by && (
                <small className="muted">
                  {conflict.by}
                  {conflict.at && (
                    <>
                      , <Ago at={conflict.at} />
                    </>
                  )}
                </small>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return blank;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `billRate` reads "Bill rate". */
const labelOf = (field: string) => {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
