import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { RuleBadges } from '#src/entities/rule/rule-badges.tsx';
import { useRules } from '#src/entities/rule/use-rules.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useWhenClean } from '#src/ui/form/use-when-clean.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';
import type { LabAnswer } from '#src/workers/rules/rule-lab.ts';
import { RuleFieldsProvider } from '../condition/rule-fields.tsx';
import { DraftDialog } from '../draft/draft-dialog.tsx';
import { newRule } from '../draft/rule-draft.ts';
import { RunRulesButton } from '../runs/rule-runs.tsx';
import { ActionForm } from './action-form.tsx';
import { ConditionForm } from './condition-form.tsx';
import { About } from './rule-about.tsx';
import { Overtaken, Problems, Sentence, UnreadFields } from './rule-banners.tsx';
import { RuleLab } from './rule-lab.tsx';
import { RuleTableForm } from './rule-table-form.tsx';
import { RuleVersions } from './rule-versions.tsx';
import { type RuleEditor, useRuleEditor } from './use-rule-editor.ts';
import { useSaveRule } from './use-save-rule.ts';
import '../draft/rules.css';

/** One rule: when it runs, what it does, and its effect on the jobs on this device. */
export function RuleEdit({ id }: { id: string }) {
  return (
    <RuleFieldsProvider>
      <Opened id={id} />
    </RuleFieldsProvider>
  );
}

function Opened({ id }: { id: string }) {
  const { ready, rows } = useRules();
  if (!ready) return <Waiting />;
  if (id === 'new') return <Editor key="new" row={null} rows={rows} addressId={id} />;
  // A link to a rule that was made on this device works also after the service has numbered the rule.
  const row = rows.find((rule) => [rule.id, rule.ref && localIdOf(rule.ref)].map(String).includes(id));
  if (row) return <Editor key={row.ref ?? row.id} row={row} rows={rows} addressId={id} />;
  return (
    <EmptyState kind="no-match" title="This rule no longer exists">
      <Link to={pathTo('/custrules/:id?')}>All rules</Link>
    </EmptyState>
  );
}

type EditorProps = {
  readonly row: StoredRule | null;
  readonly rows: readonly StoredRule[];
  /** The id in the address. */
  readonly addressId: string;
};

function Editor({ row, rows, addressId }: EditorProps) {
  const { may } = useSession();
  const navigate = useNavigate();
  const admin = may('admin.system');
  const readOnly = !may('rules.write') || (row !== null && (row.deleted || ((row.adminsOnly || row.global) && !admin)));
  const last = Math.max(0, ...rows.filter((rule) => !rule.deleted).map(({ ord }) => ord));
  const editor = useRuleEditor(row, newRule(last + 10), readOnly);
  const [drafting, setDrafting] = useState(false);
  const [impact, setImpact] = useState<LabAnswer['impact'] | null>(null);
  const save = useSaveRule(row, editor, impact);
  useUnsavedWork(editor.dirty, { what: row ? `rule ${row.name}` : 'the new rule', save: async () => (await save()) !== null });
  const [saved, setSaved] = useState<number | null>(null);
  // The id of the service is the lasting address. It comes with the first answer after the rule was saved.
  const lasting = row && row.id > 0 ? row.id : saved;
  useWhenClean(
    String(lasting) === addressId ? null : lasting,
    editor,
    (id) => void navigate(pathTo('/custrules/:id?', { id }), { replace: true }),
  );
  const saveAndStay = async () => {
    const id = await save();
    if (row === null) setSaved(id);
  };
  return (
    <section className="page rule-page" aria-labelledby="page-title">
      <PageHeader
        title={row ? row.name : 'New rule'}
        note={row && <RuleBadges rule={row} />}
        actions={<Actions {...{ row, editor }} onDraft={() => setDrafting(true)} onSave={() => void saveAndStay()} />}
      />
      {row && (
        <p className="muted rule-saved">
          Version {row.version}, saved by {row.by} <Ago at={row.at} />
          {readOnly && (row.deleted ? ' · Deleted. Restore it to edit.' : ' · Only administrators can edit.')}
        </p>
      )}
      {drafting && <DraftDialog onTake={editor.set} onClose={() => setDrafting(false)} />}
      <Overtaken editor={editor} />
      <Sentence editor={editor} />
      <Problems editor={editor} />
      <UnreadFields />
      <div className="rule-columns">
        <div className="rule-form">
          <About editor={editor} admin={admin} isNew={row === null} />
          <Sections editor={editor} />
          {row && (
            <section className="card rule-section" aria-labelledby="versions-title">
              <h2 id="versions-title">Versions</h2>
              <RuleVersions row={row} draft={editor.plain} readOnly={readOnly} onTake={editor.set} />
            </section>
          )}
        </div>
        <RuleLab row={row} rules={rows} draft={editor.plain} readable={isReadable(editor)} onImpact={setImpact} />
      </div>
    </section>
  );
}

function Sections({ editor }: { editor: RuleEditor }) {
  return (
    <>
      <section className="card rule-section" id="when" aria-labelledby="when-title">
        <h2 id="when-title">When to run</h2>
        <ConditionForm {...editor} />
      </section>
      <section className="card rule-section" id="action" aria-labelledby="action-title">
        <h2 id="action-title">Data action</h2>
        <ActionForm {...editor} />
      </section>
      {editor.draft.table && (
        <section className="card rule-section" id="table" aria-labelledby="table-title">
          <h2 id="table-title">Table</h2>
          <RuleTableForm {...editor} table={editor.draft.table} />
        </section>
      )}
    </>
  );
}

type ActionsProps = {
  readonly row: StoredRule | null;
  readonly editor: RuleEditor;
  readonly onDraft: () => void;
  readonly onSave: () => void;
};

function Actions({ row, editor, onDraft, onSave }: ActionsProps) {
  return (
    <>
      <Link to={pathTo('/custrules/:id?')}>All rules</Link>
      {row && row.id > 0 && <Link to={pathTo('/support', {}, { rule: row.id })}>Ask support</Link>}
      {!row && (
        <Button variant="default" leftSection={<IconSparkles size={16} aria-hidden />} onClick={onDraft}>
          Draft from description…
        </Button>
      )}
      {row?.active && !row.deleted && !row.runOnExport && !editor.dirty && <RunRulesButton />}
      {editor.dirty && row && (
        <Button variant="default" onClick={editor.discard}>
          Discard
        </Button>
      )}
      {!editor.readOnly && (
        <Button disabled={row !== null && !editor.dirty} onClick={onSave}>
          Save rule
        </Button>
      )}
    </>
  );
}

/** Whether the draft can be tested: its condition parses and its rows are finished. */
const isReadable = ({ condition }: RuleEditor): boolean => condition.unfinished === null && 'tree' in condition.parsed;
