import { Button } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import type { PairProposal } from '#contract/submissions/mapping.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';
import type { Between } from './between.ts';
import type { HeldPairs } from './held-pairs.ts';
import { PairColumn } from './pair-column.tsx';
import {
  addedStep,
  areAllChosen,
  type Choice,
  type Choices,
  chosen,
  chosenSteps,
  missingSteps,
  noChoices,
  specialtiesFor,
  stepProblems,
  withProposed,
} from './pairs.ts';

type Props = { between: Between; held: HeldPairs; proposals: readonly PairProposal[] };

/** Adds a mapping in three columns. Each has a degree and a specialty, and all six are needed. It works offline. */
export function AddPair({ between, held, proposals }: Props) {
  const { source, destination } = between;
  const [choices, setChoices] = useState(noChoices);
  // What is proposed for the chosen pair may arrive after the choice.
  const [seen, setSeen] = useState(proposals);
  if (seen !== proposals) {
    setSeen(proposals);
    setChoices(withProposed(choices, proposals));
  }
  const adding = useAdding(between, held, () => setChoices(noChoices));
  useUnsavedWork(choices !== noChoices, { what: 'Add a mapping' });
  const isComplete = areAllChosen(choices);
  const column = {
    choices,
    problems: adding.problems,
    onChoose: (key: Choice, value: string) => setChoices(chosen(choices, key, value, proposals)),
  };
  const { from, jr, to } = held;
  const whole = adding.problems[''];
  return (
    <section className="card three-columns" aria-label="Add a mapping">
      <div className="three-sides">
        <PairColumn
          title={source.name}
          keys={['fromDegree', 'fromSpecialty']}
          degrees={from.degrees}
          specialties={specialtiesFor(from, choices.fromDegree)}
          {...column}
        />
        <PairColumn
          title="Jobdock"
          keys={['jrDegree', 'jrSpecialty']}
          degrees={jr.degrees}
          specialties={jr.specialties}
          {...column}
        />
        <PairColumn
          title={destination.name}
          keys={['toDegree', 'toSpecialty']}
          degrees={to.degrees}
          specialties={specialtiesFor(to, choices.toDegree)}
          {...column}
        />
      </div>
      {whole && <p role="alert" data-tone="bad">{`${messages.notAdded}. ${whole}`}</p>}
      <div className="form-actions">
        <Button loading={adding.busy} disabled={!isComplete} onClick={() => void adding.add(choices)}>
          Add mapping
        </Button>
        {!isComplete && <span className="muted">Choose a degree and a specialty in each column.</span>}
      </div>
    </section>
  );
}

/** Adds the steps of the six choices that are missing; `onAdded` runs after that. A refusal keeps the choices. */
function useAdding(between: Between, held: HeldPairs, onAdded: () => void) {
  const changes = useChanges();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const add = async (choices: Choices) => {
    const steps = chosenSteps(choices, between);
    const found = stepProblems(steps, held, between);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const added = missingSteps(steps, held).map((step) => addedStep(step, crypto.randomUUID()));
    const { refused, notSaved } = await changes.makeTogether(added, () => 'Mapping added');
    setBusy(false);
    const problem = refused[0]?.message ?? notSaved;
    if (problem !== null) setProblems({ '': problem });
    else onAdded();
  };
  return { add, busy, problems };
}
