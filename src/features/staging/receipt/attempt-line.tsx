import type { FieldNote, PostAttempt } from '#contract/posting/attempts.ts';
import { atsFieldWords, atsValueWords } from '#domain/posting/ats-words.ts';
import { blank, counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { type BadgeTone, StateBadge } from '#src/ui/mark/state-badge.tsx';

const kinds: Readonly<Record<PostAttempt['kind'], string>> = {
  post: 'Post',
  update: 'Update',
  close: 'Close',
  lookUp: 'Look-up',
  readBack: 'Read back',
  dryRun: 'Dry run',
};

const outcomes: Readonly<Record<string, readonly [words: string, tone: BadgeTone]>> = {
  done: ['Accepted', 'good'],
  found: ['Found', 'good'],
  accepted: ['Nothing refused', 'good'],
  refused: ['Refused', 'bad'],
  later: ['Not sent yet', 'warn'],
  notSent: ['Not sent', 'neutral'],
  unknown: ['No clear answer', 'warn'],
  unclear: ['Not readable', 'neutral'],
  absent: ['Not there', 'warn'],
};

function outcomeOf({ kind, answer, notes }: PostAttempt): readonly [string, BadgeTone] {
  if (answer === null) return ['Under way', 'pending'];
  if (kind === 'readBack' && answer === 'found')
    return notes.length === 0
      ? ['All kept', 'good']
      : [`${counted(notes.length, 'field')} differ`.replace('field differ', 'field differs'), 'warn'];
  if (kind === 'dryRun' && answer === 'refused') return [`${notes.length} would be refused`, 'warn'];
  return outcomes[answer] ?? [answer, 'neutral'];
}

type Props = {
  readonly attempt: PostAttempt;
  /** The call before it that wrote what a reading compares. */
  readonly written: PostAttempt | null;
};

/** One call: its kind, outcome and time; opened, what was sent and answered, field by field. */
export function AttemptLine({ attempt, written }: Props) {
  const { kind, at, milliseconds, words, status, externalId, body, sent, stored, notes } = attempt;
  const [outcome, tone] = outcomeOf(attempt);
  const given = sent ?? (stored ? (written?.sent ?? null) : null);
  return (
    <li>
      <details className="receipt-call">
        <summary>
          <b>{kinds[kind]}</b>
          <StateBadge tone={tone}>{outcome}</StateBadge>
          <span className="muted">
            <Ago at={at} />
            {milliseconds !== null && milliseconds > 0 && ` · ${lasted(milliseconds)}`}
          </span>
        </summary>
        <div className="receipt-inside">
          {words !== null && <p>{words}</p>}
          <Facts status={status} externalId={externalId} />
          <Unlisted notes={notes} fields={given} />
          {given && <Fields sent={given} stored={stored} notes={notes} />}
          {body !== null && (
            <details>
              <summary>Answer as it came</summary>
              <pre className="receipt-body">{body}</pre>
            </details>
          )}
        </div>
      </details>
    </li>
  );
}

const lasted = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

function Facts({ status, externalId }: Pick<PostAttempt, 'status' | 'externalId'>) {
  if (status === null && externalId === null) return null;
  return (
    <p className="muted">
      {[externalId !== null && `ATS ID ${externalId}`, status !== null && `HTTP status ${status}`].filter(Boolean).join(' · ')}
    </p>
  );
}

/** Remarks about fields that are in no line below: needed ones without a value. */
function Unlisted({ notes, fields }: { notes: readonly FieldNote[]; fields: PostAttempt['sent'] }) {
  const rest = notes.filter(({ field }) => !(rootOf(field) in (fields ?? {})));
  if (rest.length === 0) return null;
  return (
    <ul className="receipt-notes">
      {rest.map(({ field, words }) => (
        <li key={field}>
          {atsFieldWords(field)} {words}
        </li>
      ))}
    </ul>
  );
}

const rootOf = (field: string): string => field.split('.')[0] ?? field;

type FieldsProps = {
  readonly sent: Readonly<Record<string, unknown>>;
  readonly stored: PostAttempt['stored'];
  readonly notes: readonly FieldNote[];
};

function Fields({ sent, stored, notes }: FieldsProps) {
  const noted = new Map(notes.map(({ field, words }) => [rootOf(field), words]));
  // What needs a look comes first; the order of the others is the target's.
  const names = Object.keys(sent).sort((a, b) => Number(noted.has(b)) - Number(noted.has(a)));
  return (
    <table className="receipt-fields">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Sent</th>
          {stored && <th scope="col">Stored</th>}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name} {...(noted.has(name) && { className: 'is-noted' })}>
            <th scope="row">{atsFieldWords(name)}</th>
            <td>
              {shown(sent[name])}
              {!stored && noted.has(name) && <small>{noted.get(name)}</small>}
            </td>
            {stored && (
              <td>
                {name in stored ? shown(stored[name]) : <span className="muted">not shown there</span>}
                {noted.has(name) && <small>{noted.get(name)}</small>}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const shown = (value: unknown): string => atsValueWords(value) || blank;
