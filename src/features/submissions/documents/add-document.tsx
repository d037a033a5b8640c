import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { listJrDocuments, listTargetDocuments, saveDocumentMapping } from '#contract/submissions/documents.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { ReferenceField, referencesOf } from '#src/ui/form/reference-field.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';
import type { Between } from '../mapping/between.ts';
import { canAddDocument, type DocumentChoices, isTargetOptional, noDocuments } from './document-lines.ts';
import { documentReplies, mayMapDocuments } from './document-replies.ts';

/** The argument of the call that each choice becomes. */
const sentAs = { source: 'sourceDocumentId', jr: 'jrDocumentId', target: 'targetDocumentId' } as const;

/** Adds a document mapping in three columns: the source's document, Jobdock's own, and the destination's. */
export function AddDocument({ between, since }: { between: Between; since: string | null }) {
  const { source, destination } = between;
  const { administrator } = useSession();
  const lists = useLists(between, since);
  const [choices, setChoices] = useState(noDocuments);
  const adding = useAdding(between, () => setChoices(noDocuments));
  useUnsavedWork(choices !== noDocuments, { what: 'Add a mapping' });
  const canAdd = canAddDocument(choices, isTargetOptional(between, administrator));
  const field = (key: keyof DocumentChoices) => ({
    label: 'Document',
    name: key,
    'data-path': key,
    value: choices[key],
    error: adding.problems[sentAs[key]],
    onChange: (value: string) => setChoices({ ...choices, [key]: value }),
  });
  const shared = <p className="muted">Its mapping is shared: an administrator changes this side.</p>;
  const may = ({ sharesDocuments }: Between['source']) => mayMapDocuments(sharesDocuments, administrator);
  const whole = adding.problems[''];
  return (
    <section className="card three-columns" aria-label="Add a mapping">
      {lists.problem !== null && <p role="alert">{lists.problem}</p>}
      <div className="three-sides">
        <fieldset>
          <legend>{source.name}</legend>
          <ReferenceField {...field('source')} choices={documentsOf(lists.from)} />
        </fieldset>
        <fieldset>
          <legend>Jobdock</legend>
          <ReferenceField {...field('jr')} choices={referencesOf(lists.jr)} />
        </fieldset>
        <fieldset>
          <legend>{destination.name}</legend>
          {may(destination) ? <ReferenceField {...field('target')} choices={documentsOf(lists.to)} /> : shared}
        </fieldset>
      </div>
      {whole && <p role="alert" data-tone="bad">{`${messages.notAdded}. ${whole}`}</p>}
      <div className="form-actions">
        <OnlineButton loading={adding.busy} disabled={!canAdd} onClick={() => void adding.add(choices)}>
          Add mapping
        </OnlineButton>
        {!canAdd && <span className="muted">Choose a document in each column.</span>}
      </div>
    </section>
  );
}

const documentsOf = (rows: readonly { readonly id: number; readonly name: string; readonly groupName: string }[] | null) =>
  (rows ?? []).map(({ id, name, groupName }) => ({ id: String(id), name, detail: groupName }));

/** The lists to choose from, and why one of them is missing. */
function useLists({ source, destination }: Between, since: string | null) {
  const cust = useSession().customer.id;
  const from = useReply(listTargetDocuments, { target: source.id, cust }, { since });
  const to = useReply(listTargetDocuments, { target: destination.id, cust }, { since });
  const jr = useReply(listJrDocuments, { me: cust });
  const missing = [from, to, jr].find(({ reply, problem }) => reply === null && problem !== null);
  return { from: from.reply, to: to.reply, jr: jr.reply, problem: missing?.problem ?? null };
}

/** Saves the choices; `onAdded` runs after a save. A refusal keeps them. */
function useAdding({ source, destination }: Between, onAdded: () => void) {
  const cust = useSession().customer.id;
  const send = useSend(saveDocumentMapping, documentReplies);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const add = async (choices: DocumentChoices) => {
    setBusy(true);
    const answer = await send({
      cust,
      sourceId: source.id,
      targetId: destination.id,
      sourceDocumentId: Number(choices.source),
      jrDocumentId: Number(choices.jr),
      targetDocumentId: Number(choices.target),
    });
    setBusy(false);
    if (!answer.ok) return setProblems(problemsOf(answer.error));
    onAdded();
    setProblems({});
    toast.success({ title: answer.value.message });
  };
  return { add, busy, problems };
}
