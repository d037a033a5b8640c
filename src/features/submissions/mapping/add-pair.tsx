import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { listJrPairs, listTargetPairs, type PairProposal, savePairMapping } from '#contract/submissions/mapping.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';
import type { Between } from './between.ts';
import { PairColumn } from './pair-column.tsx';
import { pairReplies } from './pair-replies.ts';
import { areAllChosen, type Choice, type Choices, chosen, noChoices, specialtiesFor } from './pairs.ts';

type Props = { between: Between; proposals: readonly PairProposal[]; since: string | null };

/** Adds a mapping in three columns. Each has a degree and a specialty, and all six are needed. */
export function AddPair({ between, proposals, since }: Props) {
  const { source, destination } = between;
  const lists = useLists(between, since);
  const [choices, setChoices] = useState(noChoices);
  const adding = useAdding(between, () => setChoices(noChoices));
  useUnsavedWork(choices !== noChoices, { what: 'Add a mapping' });
  const isComplete = areAllChosen(choices);
  const column = {
    choices,
    problems: adding.problems,
    onChoose: (key: Choice, value: string) => setChoices(chosen(choices, key, value, proposals)),
  };
  const { from, jr, to } = lists;
  const whole = adding.problems[''];
  return (
    <section className="card three-columns" aria-label="Add a mapping">
      {lists.problem !== null && <p role="alert">{lists.problem}</p>}
      <div className="three-sides">
        <PairColumn
          title={source.name}
          keys={['fromDegree', 'fromSpecialty']}
          degrees={from?.degrees}
          specialties={from && specialtiesFor(from, choices.fromDegree)}
          {...column}
        />
        <PairColumn
          title="Jobdock"
          keys={['jrDegree', 'jrSpecialty']}
          degrees={jr?.degrees}
          specialties={jr?.specialties}
          {...column}
        />
        <PairColumn
          title={destination.name}
          keys={['toDegree', 'toSpecialty']}
          degrees={to?.degrees}
          specialties={to && specialtiesFor(to, choices.toDegree)}
          {...column}
        />
      </div>
      {whole && <p role="alert" data-tone="bad">{`${messages.notAdded}. ${whole}`}</p>}
      <div className="form-actions">
        <OnlineButton loading={adding.busy} disabled={!isComplete} onClick={() => void adding.add(choices)}>
          Add mapping
        </OnlineButton>
        {!isComplete && <span className="muted">Choose a degree and a specialty in each column.</span>}
      </div>
    </section>
  );
}

/** The lists to choose from, and why one of them is missing. */
function useLists({ source, destination }: Between, since: string | null) {
  const cust = useSession().customer.id;
  const from = useReply(listTargetPairs, { target: source.id, cust }, { since });
  const to = useReply(listTargetPairs, { target: destination.id, cust }, { since });
  const jr = useReply(listJrPairs, { me: cust });
  const missing = [from, to, jr].find(({ reply, problem }) => reply === null && problem !== null);
  return { from: from.reply, to: to.reply, jr: jr.reply, problem: missing?.problem ?? null };
}

/** Saves the six choices; `onAdded` runs after a save. A refusal keeps them. */
function useAdding({ source, destination }: Between, onAdded: () => void) {
  const cust = useSession().customer.id;
  const send = useSend(savePairMapping, pairReplies);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const add = async (choices: Choices) => {
    setBusy(true);
    const numbers = Object.fromEntries(Object.entries(choices).map(([key, id]) => [key, Number(id)])) as Record<Choice, number>;
    const answer = await send({ cust, sourceId: source.id, targetId: destination.id, ...numbers });
    setBusy(false);
    if (!answer.ok) return setProblems(problemsOf(answer.error));
    onAdded();
    setProblems({});
    toast.success({ title: answer.value.message });
  };
  return { add, busy, problems };
}
