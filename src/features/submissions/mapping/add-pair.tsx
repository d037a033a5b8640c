import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { listJrPairs, listTargetPairs, type PairProposal, savePairMapping } from '#contract/submissions/mapping.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { ReferenceField, referencesOf } from '#src/ui/form/reference-field.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';
import type { Between } from './between.ts';
import { pairReplies } from './pair-replies.ts';
import { areAllChosen, type Choice, chosen, noChoices, specialtiesFor } from './pairs.ts';

type Props = { between: Between; proposals: readonly PairProposal[]; since: string | null };
type Problems = Readonly<Record<string, string>>;

/** Adds a mapping in three columns. Each has a degree and a specialty, and all six are needed. */
export function AddPair({ between: { source, destination }, proposals, since }: Props) {
  const cust = useSession().customer.id;
  const from = useReply(listTargetPairs, { target: source.id, cust }, { since });
  const to = useReply(listTargetPairs, { target: destination.id, cust }, { since });
  const jr = useReply(listJrPairs, { me: cust });
  const [choices, setChoices] = useState(noChoices);
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const send = useSend(savePairMapping, pairReplies);
  useUnsavedWork(choices !== noChoices, { what: 'Add a mapping' });
  const add = async () => {
    setBusy(true);
    const numbers = Object.fromEntries(Object.entries(choices).map(([key, id]) => [key, Number(id)])) as Record<Choice, number>;
    const answer = await send({ cust, sourceId: source.id, targetId: destination.id, ...numbers });
    setBusy(false);
    if (!answer.ok) return setProblems(problemsOf(answer.error));
    setChoices(noChoices);
    setProblems({});
    toast.success({ title: answer.value.message });
  };
  const field = (key: Choice, label: string, rows: readonly { readonly id: number; readonly name: string }[], of: string) => ({
    label,
    choices: referencesOf(rows),
    name: key,
    'data-path': key,
    value: choices[key],
    error: problems[key],
    placeholder: rows.length === 0 && label === 'Specialty' ? `Choose ${of} degree first` : 'Type a name or an ID',
    onChange: (value: string) => setChoices(chosen(choices, key, value, proposals)),
  });
  const missing = [from, to, jr].find(({ reply, problem }) => reply === null && problem !== null);
  const whole = problems[''];
  return (
    <section className="card three-columns" aria-label="Add a mapping">
      {missing && <p role="alert">{missing.problem}</p>}
      <div className="three-sides">
        <fieldset>
          <legend>{source.name}</legend>
          <ReferenceField {...field('fromDegree', 'Degree', from.reply?.degrees ?? [], 'a')} />
          <ReferenceField
            {...field('fromSpecialty', 'Specialty', from.reply ? specialtiesFor(from.reply, choices.fromDegree) : [], 'a')}
          />
        </fieldset>
        <fieldset>
          <legend>Jobdock</legend>
          <ReferenceField {...field('jrDegree', 'Degree', jr.reply?.degrees ?? [], 'a')} />
          <ReferenceField {...field('jrSpecialty', 'Specialty', jr.reply?.specialties ?? [], 'a')} />
        </fieldset>
        <fieldset>
          <legend>{destination.name}</legend>
          <ReferenceField {...field('toDegree', 'Degree', to.reply?.degrees ?? [], 'a')} />
          <ReferenceField
            {...field('toSpecialty', 'Specialty', to.reply ? specialtiesFor(to.reply, choices.toDegree) : [], 'a')}
          />
        </fieldset>
      </div>
      {whole && <p role="alert" data-tone="bad">{`${messages.notAdded}. ${whole}`}</p>}
      <div className="form-actions">
        <OnlineButton loading={busy} disabled={!areAllChosen(choices)} onClick={() => void add()}>
          Add mapping
        </OnlineButton>
        {!areAllChosen(choices) && <span className="muted">Choose a degree and a specialty in each column.</span>}
      </div>
    </section>
  );
}
