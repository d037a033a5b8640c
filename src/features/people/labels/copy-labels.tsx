import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { copyLabels, type Label, listLabels } from '#contract/system/labels.ts';
import type { LabelSet } from '#domain/fields/label-sets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage, problemsOf } from '#src/entities/session/error-message.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { SelectField } from '#src/ui/form/fields.tsx';
import { counted } from '#src/ui/format/format.ts';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { type SetChoices, setOf } from './use-label-set.ts';

type Props = {
  readonly to: LabelSet;
  readonly name: string;
  readonly choices: SetChoices;
  /** The labels as they are now. */
  readonly labels: readonly Label[];
  readonly onClose: () => void;
};

const kinds = { customer: 'Customer', target: 'Target', industry: 'Industry' } as const;
type Kind = keyof typeof kinds;

/** Gives the set on screen the labels of another one, after it has shown what changes. */
export function CopyLabels({ to, name, choices, labels, onClose }: Props) {
  const [chosen, setChosen] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [kind, id] = chosen.split(':') as [Kind, string | undefined];
  const from = id === undefined ? null : setOf(kind, Number(id));
  const answer = useReply(listLabels, from ?? to, { wanted: from !== null });
  const copy = useSend(copyLabels, [listLabels]);
  const given = from ? changesOf(answer.reply ?? [], labels) : [];
  const use = async () => {
    if (!from) return;
    const done = await copy({ from, to });
    if (!done.ok) return setProblem(Object.values(problemsOf(done.error)).join(' ') || errorMessage(done.error));
    toast.success({ title: messages.labelsSaved, detail: `${counted(done.value.changed, 'label')} of ${name}` });
    onClose();
  };
  return (
    <Dialog title={`Use labels for ${name}`} onClose={onClose}>
      {(close) => (
        <>
          <SelectField
            label="Labels of"
            choices={choicesBeside(choices, to)}
            value={chosen}
            onChange={(value) => {
              setChosen(value ?? '');
              setProblem(undefined);
            }}
            onBlur={() => undefined}
            error={problem}
            name="from"
            data-path="from"
          />
          {from &&
            !answer.reply &&
            (answer.problem ? <p className="muted">{answer.problem}</p> : <Waiting rows={3} label="Loading labels" />)}
          {from && answer.reply && given.length === 0 && (
            <p className="muted">It has no labels of its own that differ from these.</p>
          )}
          {given.length > 0 && <Preview given={given} />}
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button disabled={given.length === 0} onClick={() => void use()}>
              {given.length === 0 ? 'Use labels' : `Use ${counted(given.length, 'label')}`}
            </Button>
          </Group>
        </>
      )}
    </Dialog>
  );
}

const Preview = ({ given }: { given: ReturnType<typeof changesOf> }) => (
  <ul className="label-preview" aria-label="What changes">
    {given.map(({ key, now, next }) => (
      <li key={key}>
        <span className="muted">{now}</span>
        <span aria-hidden>→</span>
        <span>{next}</span>
      </li>
    ))}
  </ul>
);

/** Every other set, by what it is of. */
const choicesBeside = (choices: SetChoices, to: LabelSet) =>
  (Object.keys(kinds) as Kind[]).flatMap((kind) =>
    choices[kind]
      .filter(({ value }) => to[`${kind}Id`] !== Number(value))
      .map(({ value, label }) => ({ value: `${kind}:${value}`, label: `${label} (${kinds[kind].toLowerCase()})` })),
  );

/** What the own labels of a set change in another one. */
const changesOf = (from: readonly Label[], now: readonly Label[]) => {
  const before = new Map(now.map((label) => [label.key, label]));
  return from.flatMap(({ key, value, plural, isCustomized }) => {
    const old = before.get(key);
    if (isCustomized === 0 || !old) return [];
    if (old.isCustomized === 1 && old.value === value && old.plural === plural) return [];
    return [{ key, now: old.value, next: value }];
  });
};
