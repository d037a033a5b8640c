import { Link } from 'react-router-dom';
import type { MailRow, SenderCheck } from '#contract/collecting/mails.ts';
import { collectErrors } from '#contract/rows/collect-errors.ts';
import { useSession } from '#src/entities/session/session.ts';
import { bytes } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { causes, jobsOf, stateNotes, statuses } from './mail-words.ts';

type Props = {
  mail: MailRow;
  /** The vendor’s ids of the jobs last read from the email; null while unknown. */
  jobs: readonly string[] | null;
};

/** What became of an email, and where it came from. */
export function MailFacts({ mail, jobs }: Props) {
  return (
    <>
      <Result mail={mail} jobs={jobs} />
      <Sender check={mail.sender} isHeld={mail.state === 'held'} />
      <Origin mail={mail} />
    </>
  );
}

function Result({ mail, jobs }: Props) {
  const { status, state, words, error } = mail;
  const { customer } = useSession();
  return (
    <section aria-label="Result" className="mail-result">
      <p>
        <StateBadge tone={statuses[status].tone}>{statuses[status].words}</StateBadge>{' '}
        {[stateNotes[state], words].filter(Boolean).join('. ')}
      </p>
      {error !== null && <p className="muted">{collectErrors[error].remedy}</p>}
      {/* The grid shows the jobs of the customer in view. */}
      {jobs !== null && jobs.length > 0 && mail.customerId === customer.id && (
        <Link to={jobsOf(mail.source, jobs)}>{jobsLabel(jobs, mail.records)}</Link>
      )}
    </section>
  );
}

function jobsLabel(jobs: readonly string[], records: number): string {
  if (jobs.length === 1) return `Open job ${jobs[0]}`;
  return jobs.length < records ? `Open ${jobs.length} of its jobs` : `Open its ${jobs.length} jobs`;
}

const verdicts: Readonly<Record<SenderCheck['spf'], string>> = {
  pass: 'passed',
  fail: 'failed',
  none: 'no record',
  unknown: 'not known',
};

function Sender({ check, isHeld }: { check: SenderCheck | null; isHeld: boolean }) {
  if (check === null) return <p className="muted">The sender has not been checked yet.</p>;
  const { words, domain, spf, dkim, dmarc } = check;
  return (
    <section aria-label="Sender" className="mail-sender" data-held={isHeld || undefined}>
      <p>{words}</p>
      <p className="muted">
        {domain}: SPF {verdicts[spf]}, DKIM {verdicts[dkim]}, DMARC {verdicts[dmarc]}
      </p>
    </section>
  );
}

function Origin({ mail }: { mail: MailRow }) {
  const { administrator } = useSession();
  const { from, receivedAt, customer, customerId, source, taskId, task, processing, parserId, parser, size } = mail;
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    ['From', from],
    ['Received', <Ago key="at" at={receivedAt} />],
    ...(administrator ? ([['Customer', customer]] as const) : []),
    [
      'Task',
      task === null ? (
        'Removed'
      ) : (
        <Link key="task" to={pathTo('/edittask/:id/:c?', { id: taskId, c: customerId })}>
          {task}
        </Link>
      ),
    ],
    ['Source', source],
    ['Caused by', causes[processing]],
    ['Parser', parserId === null ? 'None' : <ParserName key="parser" id={parserId} name={parser} linked={administrator} />],
    ['Size', bytes(size)],
  ];
  return (
    <dl className="mail-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ParserName({ id, name, linked }: { id: number; name: string | null; linked: boolean }) {
  if (name === null) return 'Removed';
  return linked ? <Link to={pathTo('/editparser/:id', { id })}>{name}</Link> : name;
}
