import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { labelOfField } from '#domain/fields/label-words.ts';
import { ruleSentence, sentenceText } from '#domain/rules/rule-sentence.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useRow } from '#src/sync/hooks/use-row.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useFormat, useNow } from '#src/ui/format/use-format.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { RuleBadges } from './rule-badges.tsx';
import './rule-card.css';

type Props = {
  readonly id: number;
  /** The version that wrote the value, if it is known. */
  readonly version: number | null;
  readonly onClose: () => void;
};

/** What a rule does, in words. Read from this device, so it needs no connection. */
export function RuleCard({ id, version, onClose }: Props) {
  const { ready, row } = useRow('rule', id);
  const rule = row?.purged ? undefined : row;
  return (
    <Dialog title={rule?.name ?? `Rule ${id}`} dirty={false} onClose={onClose}>
      {() => (
        <div className="rule-card">
          {!ready && <Waiting />}
          {ready && !rule && <p>This rule isn’t on this device. It was deleted, or only others may see it.</p>}
          {rule && <Said rule={rule} version={version} />}
        </div>
      )}
    </Dialog>
  );
}

function Said({ rule, version }: { readonly rule: StoredRule; readonly version: number | null }) {
  const { may } = useSession();
  const format = useFormat();
  const nowMs = useNow();
  const { labels } = useFieldNames();
  const isEarlier = version !== null && version !== rule.version;
  return (
    <>
      <RuleBadges rule={rule} />
      <p className="rule-card-said">{sentenceText(ruleSentence(rule, labelOfField(labels)))}</p>
      <p className="muted">
        Rule {rule.id}, version {rule.version}, saved by {rule.by}, {format.ago(rule.at, nowMs)}.
        {isEarlier && ` The value was set by version ${version}, so the rule may have said something else then.`}
      </p>
      {may('rules.read') && (
        <div className="rule-card-ways">
          <Button component={Link} size="xs" to={pathTo('/custrules/:id?', { id: rule.id })}>
            {may('rules.write') ? 'Edit rule' : 'Open rule'}
          </Button>
          {isEarlier && (
            <Button component={Link} size="xs" variant="default" to={pathTo('/custrules/:id?', { id: rule.id }, { version })}>
              Open version {version}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
