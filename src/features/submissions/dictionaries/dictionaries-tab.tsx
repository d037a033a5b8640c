import { Select } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { listSubmissionChoices, type SubmissionTarget } from '#contract/submissions/targets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { unread } from '#src/entities/submission/unread.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { DictionaryEntries } from './dictionary-entries.tsx';

/** The dictionaries of a submission target: any other list that a destination asks for. The address keeps the chosen one. */
export function DictionariesTab({ target }: { target: SubmissionTarget }) {
  const me = useSession().customer.id;
  const answer = useReply(listSubmissionChoices, { me });
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
  return (
    <Answered answer={{ ...answer, problem: unread('lists', answer.problem) }} what="The dictionaries">
      {({ dictionaries }) => {
        const chosen = dictionaries.find(({ id }) => String(id) === params.get('dictionary')) ?? dictionaries[0];
        if (!chosen) return <p className="muted">Jobdock knows no dictionary yet.</p>;
        return (
          <>
            <Select
              label="Dictionary"
              w={280}
              allowDeselect={false}
              data={dictionaries.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(chosen.id)}
              onChange={choose}
            />
            <DictionaryEntries key={chosen.id} target={target} dictionary={chosen} />
          </>
        );
      }}
    </Answered>
  );
}
