import type { SubmissionAttempt } from '#contract/submissions/attempts.ts';
import type { SubmissionTarget } from '#contract/submissions/targets.ts';
import { ListTools } from '#src/entities/submission/list-tools.tsx';
import { bytes } from '#src/ui/format/format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { answerWords, attemptWords } from '../submissions/submission.ts';
import { useAttempts } from './use-attempts.ts';

const col = columnsOf<SubmissionAttempt>();
const documentWords = ({ documents }: SubmissionAttempt): string =>
  documents.map(({ name, size, digest }) => `${name} (${bytes(size)}, ${digest.slice(0, 8)})`).join(', ');
const columns = [
  col('at', 'Time', { cell: ({ at }) => <Stamp at={at} /> }),
  col('kind', 'Call', { cell: ({ kind }) => attemptWords[kind], text: ({ kind }) => attemptWords[kind] }),
  col('answer', 'Answer', {
    cell: ({ answer }) => <StateBadge tone={answerWords[answer].tone}>{answerWords[answer].words}</StateBadge>,
    text: ({ answer }) => answerWords[answer].words,
  }),
  col('milliseconds', 'Milliseconds', { align: 'end', cell: ({ milliseconds }) => milliseconds.toLocaleString('en-US') }),
  col('words', 'Words of the system'),
  col('documents', 'Documents', {
    cell: (attempt) => documentWords(attempt) || <span className="muted">—</span>,
    text: documentWords,
  }),
  col('submissionId', 'Submission ID', { align: 'end' }),
  col('providerJobId', 'Provider job ID'),
  col('contact', 'Contact', { cell: ({ contact }) => contact || <span className="muted">The ATS</span> }),
  col('account', 'Account', { cell: ({ account }) => account || <span className="muted">The target’s</span> }),
];

const answers = Object.entries(answerWords).map(([value, { words }]) => ({ value, label: words }));

/** The calls to a submission target in the last 35 days. */
export function AttemptsTab({ target: { id, name } }: { target: SubmissionTarget }) {
  const list = useAttempts(id);
  return (
    <>
      <SettingsPart
        title="Attempts"
        about={`The calls to ${name} in the last 35 days, the newest first. Documents are listed by name, size and the beginning of their digest; files, secrets and data of caregivers are not kept.`}
      />
      <ListTools
        list={list}
        label="Search attempts"
        filters={<ListFilter list={list} name="answer" label="Answer" choices={answers} />}
      />
      <ListBody
        list={list}
        noun="attempt"
        firstUse={
          <EmptyState kind="first-use" title="No attempts yet">
            <p>A call to this target for a submission appears here.</p>
          </EmptyState>
        }
      >
        <DataTable list={list} label="Attempts" layoutName="Submission attempts" columns={columns} rowKey={(one) => one.id} />
      </ListBody>
    </>
  );
}

const Stamp = ({ at }: { at: string }) => <time dateTime={at}>{useFormat().stamp(at)}</time>;
