import { Button } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { saveDocumentMapping } from '#contract/submissions/documents.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { ReferenceField, referencesOf } from '#src/ui/form/reference-field.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';
import type { Between } from '../mapping/between.ts';
import {
  addedDocumentStep,
  canAddDocument,
  chosenDocumentSteps,
  type DocumentChoices,
  documentProblems,
  isTargetOptional,
  missingDocumentSteps,
  needsService,
  noDocuments,
} from './document-lines.ts';
import { documentReplies, mayMapDocuments } from './document-replies.ts';
import type { DocumentType, HeldDocuments } from './held-documents.ts';

/** The argument of the call that each choice becomes. */
const sentAs = { source: 'sourceDocumentId', jr: 'jrDocumentId', target: 'targetDocumentId' } as const;

/** Adds a document mapping in three columns: the source's document, Jobdock's own, and the destination's. It works offline but for a shared one. */
export function AddDocument({ between, held }: { between: Between; held: HeldDocuments }) {
  const { source, destination } = between;
  const { administrator } = useSession();
  const [choices, setChoices] = useState(noDocuments);
  const adding = useAdding(between, held, () => setChoices(noDocuments));
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
  const AddButton = needsService(between, administrator) ? OnlineButton : Button;
  const whole = adding.problems[''];
  return (
    <section className="card three-columns" aria-label="Add a mapping">
      <div className="three-sides">
        <fieldset>
          <legend>{source.name}</legend>
          <ReferenceField {...field('source')} choices={documentsOf(held.from)} />
        </fieldset>
        <fieldset>
          <legend>Jobdock</legend>
          <ReferenceField {...field('jr')} choices={referencesOf(held.jr)} />
        </fieldset>
        <fieldset>
          <legend>{destination.name}</legend>
          {may(destination) ? <ReferenceField {...field('target')} choices={documentsOf(held.to)} /> : shared}
        </fieldset>
      </div>
      {whole && <p role="alert" data-tone="bad">{`${messages.notAdded}. ${whole}`}</p>}
      <div className="form-actions">
        <AddButton loading={adding.busy} disabled={!canAdd} onClick={() => void adding.add(choices)}>
          Add mapping
        </AddButton>
        {!canAdd && <span className="muted">Choose a document in each column.</span>}
      </div>
    </section>
  );
}

const documentsOf = (rows: readonly DocumentType[]) =>
  rows.map(({ id, name, groupName }) => ({ id: String(id), name, detail: groupName }));

/** Adds the steps of the choices that are missing; `onAdded` runs after that. A refusal keeps the choices. */
function useAdding(between: Between, held: HeldDocuments, onAdded: () => void) {
  const { administrator } = useSession();
  const changes = useChanges();
  const addThere = useAddThere(between);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const queue = async (choices: DocumentChoices): Promise<Readonly<Record<string, string>>> => {
    const steps = chosenDocumentSteps(choices, between);
    const found = documentProblems(steps, held, between);
    if (Object.keys(found).length > 0) return found;
    const added = missingDocumentSteps(steps, held).map((step) => addedDocumentStep(step, crypto.randomUUID()));
    const { refused, notSaved } = await changes.makeTogether(added, () => 'Mapping added');
    const problem = refused[0]?.message ?? notSaved;
    return problem === null ? {} : { '': problem };
  };
  const add = async (choices: DocumentChoices) => {
    setBusy(true);
    const found = await (needsService(between, administrator) ? addThere(choices) : queue(choices));
    setBusy(false);
    setProblems(found);
    if (Object.keys(found).length === 0) onAdded();
  };
  return { add, busy, problems };
}

/** Has the service add a mapping that changes a shared one. Answers what is wrong with the choices. */
function useAddThere({ source, destination }: Between) {
  const cust = useSession().customer.id;
  const send = useSend(saveDocumentMapping, documentReplies);
  return async (choices: DocumentChoices): Promise<Readonly<Record<string, string>>> => {
    const answer = await send({
      cust,
      sourceId: source.id,
      targetId: destination.id,
      sourceDocumentId: Number(choices.source),
      jrDocumentId: Number(choices.jr),
      targetDocumentId: Number(choices.target),
    });
    if (!answer.ok) return problemsOf(answer.error);
    toast.success({ title: answer.value.message });
    return {};
  };
}
