import { useState } from 'react';
import * as z from 'zod';
import {
  listMoves,
  type MovableSource,
  type MovePreview,
  moveToChild,
  previewMove,
  type TargetPair,
} from '#contract/people/moves.ts';
import type { ParentLink } from '#contract/people/parents.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField } from '#src/ui/form/fields.tsx';
import { type MultiChoice, MultiSelectField } from '#src/ui/form/multi-select-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { staysWords, sumWords } from './move-words.ts';

const Draft = z.object({ sourceIds: z.array(z.number()).min(1, 'Choose the sources to move') });

/** Chooses sources of a parent and moves them to its child, after a preview of what moves, what stays and what prevents it. */
export function MoveForm({ row: link, onClose, onMoving }: EditorProps<ParentLink> & { onMoving: () => void }) {
  const { parent, child, parentName, childName } = link;
  // Null until the user has changed a proposed target.
  const [pairs, setPairs] = useState<TargetPair[] | null>(null);
  const preview = useReply(previewMove, { customer: parent, parent, child, targets: pairs }, { keepsPrevious: true });
  const { reply } = preview;
  // Another target can keep a source that was chosen before.
  const chosenOf = (sourceIds: readonly number[]) =>
    reply?.sources.filter(({ id, problem }) => problem === null && sourceIds.includes(id)) ?? [];
  const form = useForm(Draft, {
    initial: { sourceIds: [] },
    onSubmit: useSave(moveToChild, {
      args: ({ sourceIds }: z.output<typeof Draft>) => ({
        customer: parent,
        parent,
        child,
        sourceIds: chosenOf(sourceIds).map(({ id }) => id),
        targets: pairs ?? reply?.targets ?? [],
      }),
      said: ({ total }) => ({ title: 'Move started', detail: `${counted(total, 'source')} to ${childName}` }),
      refreshes: [listMoves],
      onSaved: () => {
        longWorkNews.begun();
        onClose();
        onMoving();
      },
    }),
  });
  const chosen = chosenOf(form.values.sourceIds);
  return (
    <FormDialog
      title={`Move sources to ${childName}`}
      saveLabel={chosen.length === 0 ? 'Move sources' : `Move ${counted(chosen.length, 'source')}`}
      form={form}
      blocked={useBlocked()}
      onClose={onClose}
    >
      <p>
        A source moves whole: its tasks, jobs, mappings, history and posts, with their IDs at the ATS. Rules stay with{' '}
        {parentName}. You can undo the move until something in it is changed or posted at {childName}.
      </p>
      <Answered answer={preview} what={`The sources of ${parentName}`}>
        {(found) => (
          <>
            <Targets preview={found} pairs={pairs ?? found.targets} onPairs={setPairs} />
            <MultiSelectField label="Sources" choices={found.sources.map(choiceOf)} {...form.field('sourceIds')} />
            {chosen.length > 0 && <Summary chosen={chosen} link={link} />}
          </>
        )}
      </Answered>
    </FormDialog>
  );
}

const choiceOf = (source: MovableSource): MultiChoice<number> => ({
  value: source.id,
  label: source.name,
  description: source.problem ?? sumWords([source]),
  disabled: source.problem !== null,
});

type TargetsProps = { preview: MovePreview; pairs: readonly TargetPair[]; onPairs: (pairs: TargetPair[]) => void };

/** Which target of the child takes the place of each one that the sources use. */
function Targets({ preview: { sources, parentTargets, childTargets, childName }, pairs, onPairs }: TargetsProps) {
  const used = new Set(sources.flatMap(({ targetIds }) => targetIds));
  if (childTargets.length === 0)
    return <p>{`${childName} has no target yet. Add one there first: it takes the place of the target that the sources use.`}</p>;
  const choices = childTargets.map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }));
  return parentTargets
    .filter(({ id }) => used.has(id))
    .map(({ id, name }) => (
      <SelectField
        key={id}
        name={`target-${id}`}
        data-path={`target-${id}`}
        label={`Target at ${childName} in place of ${name}`}
        choices={choices}
        value={String(pairs.find(({ from }) => from === id)?.to ?? '')}
        onChange={(to) =>
          onPairs([...pairs.filter(({ from }) => from !== id), ...(to === '' ? [] : [{ from: id, to: Number(to) }])])
        }
        onBlur={() => undefined}
      />
    ));
}

/** What the chosen sources carry along, and what needs somebody afterward. */
function Summary({ chosen, link: { parentName, childName } }: { chosen: readonly MovableSource[]; link: ParentLink }) {
  return (
    <div role="status" className="move-summary">
      <p>{sumWords(chosen)} move.</p>
      <ul>
        {staysWords(chosen, { parentName, childName }).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  );
}
