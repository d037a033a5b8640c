import { Select } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import type { SubmissionTarget } from '#contract/submissions/targets.ts';
import { dictionaryObjects } from '#domain/submissions/words.ts';
import { DictionaryEntries } from './dictionary-entries.tsx';

/** The dictionaries of a submission target: any other list that a destination asks for. The address keeps the chosen one. */
export function DictionariesTab({ target }: { target: SubmissionTarget }) {
  const [params, setParams] = useSearchParams();
  const choose = (id: string | null) =>
    setParams(
      (now) => {
        for (const own of ['q', 'page', 'sort']) now.delete(own);
        now.set('dictionary', id ?? '');
        return now;
      },
      { replace: true },
    );
  const chosen = dictionaryObjects.find(({ id }) => String(id) === params.get('dictionary')) ?? dictionaryObjects[0];
  if (!chosen) return <p className="muted">Jobdock knows no dictionary yet.</p>;
  return (
    <>
      <Select
        label="Dictionary"
        w={280}
        allowDeselect={false}
        data={dictionaryObjects.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(chosen.id)}
        onChange={choose}
      />
      <DictionaryEntries key={chosen.id} target={target} dictionary={chosen} />
    </>
  );
}
