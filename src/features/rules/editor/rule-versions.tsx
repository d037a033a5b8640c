import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { RuleDraft, StoredRule } from '#contract/rows/rule-rows.ts';
import { listRuleVersions } from '#contract/rules/rule-versions.ts';
import { labelOfField } from '#domain/fields/label-words.ts';
import { ruleSentence, sentenceText } from '#domain/rules/rule-sentence.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { TableHead } from '#src/ui/page/table-head.tsx';
import { draftOf } from '../draft/rule-draft.ts';
import { type DraftDifference, differencesOf } from './rule-differences.ts';

type VersionsProps = {
  readonly row: StoredRule;
  readonly draft: RuleDraft;
  readonly readOnly: boolean;
  readonly onTake: (draft: RuleDraft) => void;
};

/** Every saved version: who, when and what. Compares each with the draft and restores it into the draft. */
export function RuleVersions(props: VersionsProps) {
  // The service does not know the rule yet.
  if (props.row.id < 0) return <p className="muted">The first version appears here after it is sent.</p>;
  return <SavedVersions {...props} />;
}

function SavedVersions({ row, draft, readOnly, onTake }: VersionsProps) {
  const { customer } = useSession();
  const { labels } = useFieldNames();
  const { reply, at, failure } = useReply(
    listRuleVersions,
    { cust: customer.id, ruleId: row.id },
    { since: String(row.version) },
  );
  // A link from a job's history names the version that made a change.
  const [params] = useSearchParams();
  const [open, setOpen] = useState<number | null>(Number(params.get('version')) || null);
  return (
    <div className="rule-versions">
      {failure && (
        <p className="muted">
          {reply ? (
            <>
              As of <Ago at={at} />.{' '}
            </>
          ) : (
            'Versions aren’t on this device. '
          )}
          {errorMessage(failure)}
        </p>
      )}
      <ol>
        {reply?.rows.map(({ version, by, at: savedAt, words, rule }) => (
          <li key={version}>
            <button
              type="button"
              className="plain-button"
              aria-expanded={open === version}
              onClick={() => setOpen(open === version ? null : version)}
            >
              <strong>Version {version}</strong> <span className="muted">{by}</span> <Ago at={savedAt} />
              {words && <span className="rule-version-words">“{words}”</span>}
            </button>
            {open === version && (
              <Compared
                sentence={sentenceText(ruleSentence(rule, labelOfField(labels)))}
                differences={differencesOf(draftOf(rule), draft, labels)}
                onTake={readOnly ? undefined : () => onTake({ ...draftOf(rule), global: draft.global })}
              />
            )}
          </li>
        ))}
      </ol>
      {reply && <CutNote of={reply} noun="version" />}
    </div>
  );
}

type ComparedProps = {
  readonly sentence: string;
  readonly differences: readonly DraftDifference[];
  readonly onTake: (() => void) | undefined;
};

function Compared({ sentence, differences, onTake }: ComparedProps) {
  return (
    <div className="rule-compared">
      <p>{sentence}</p>
      {differences.length === 0 ? (
        <p className="muted">This version matches the form.</p>
      ) : (
        <table className="rows">
          <TableHead columns={['Field', 'This version', 'In the form']} />
          <tbody>
            {differences.map(({ label, one, other }) => (
              <tr key={label}>
                <td>{label}</td>
                <td>{one || '—'}</td>
                <td>{other || '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {onTake && differences.length > 0 && (
        <Button size="xs" variant="default" onClick={onTake}>
          Restore this version
        </Button>
      )}
    </div>
  );
}
