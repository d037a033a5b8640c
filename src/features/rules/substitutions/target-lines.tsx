import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import type { SubstitutionTargetRow } from '#contract/rows/rule-rows.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { submitting } from '#src/ui/form/submitting.ts';
import { counted } from '#src/ui/format/format.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { lineDeeds } from './line-deeds.tsx';
import type { Lists } from './substitutions.tsx';

/** The names that texts are rewritten to, edited in their lines. */
export function TargetLines({ lists }: { lists: Lists }) {
  const changes = useChanges();
  const [edited, setEdited] = useState<number | null>(null);
  const { type, targets, rules, readOnly } = lists;
  const save = async (row: SubstitutionTargetRow | null, name: string): Promise<boolean> => {
    const ref = row ? row.ref : crypto.randomUUID();
    const id = row ? row.id : localIdOf(ref ?? '');
    const { done } = await changes.make('substitutionTarget.save.v1', { id, ref, objectType: type, name }, () => messages.saved);
    if (done.length > 0) setEdited(null);
    return done.length > 0;
  };
  const remove = async (row: SubstitutionTargetRow) => {
    const used = rules.filter(({ targetId }) => targetId === row.id).length;
    if (used > 0) {
      toast.warning({
        title: `${row.name} has ${counted(used, 'substitution rule')}`,
        detail: 'Remove those rules first, or change their replacement name.',
      });
      return;
    }
    await changes.make('substitutionTarget.remove.v1', { id: row.id, ref: row.ref }, () => `${row.name} removed`);
  };
  const sorted = [...targets].sort((a, b) => a.name.localeCompare(b.name, 'en-US'));
  return (
    <div className="sub-lines">
      {!readOnly && <NameLine key={`new-${targets.length}`} first="" words="Add name" onSave={(name) => save(null, name)} />}
      {targets.length === 0 && <EmptyState kind="first-use" title="No names yet" />}
      <ul>
        {sorted.map((row) => (
          <li key={row.ref ?? row.id} className="sub-line">
            {edited === row.id ? (
              <NameLine first={row.name} words="Save" onSave={(name) => save(row, name)} onCancel={() => setEdited(null)} />
            ) : (
              <>
                <strong>{row.name}</strong>
                <span className="muted">{counted(rules.filter(({ targetId }) => targetId === row.id).length, 'rule')}</span>
                {!readOnly &&
                  lineDeeds(
                    () => setEdited(row.id),
                    () => void remove(row),
                  )}
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

type NameLineProps = {
  readonly first: string;
  readonly words: string;
  readonly onSave: (name: string) => Promise<boolean>;
  readonly onCancel?: () => void;
};

function NameLine({ first, words, onSave, onCancel }: NameLineProps) {
  const [name, setName] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    if (name.trim() === '') setProblem('Enter a name');
    else await onSave(name.trim());
  };
  return (
    <form className="sub-form" onSubmit={submitting(save)}>
      <TextInput
        size="xs"
        aria-label="Name"
        placeholder="Replacement name"
        autoFocus={onCancel !== undefined}
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button size="xs" type="submit">
        {words}
      </Button>
      {onCancel && (
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </form>
  );
}
