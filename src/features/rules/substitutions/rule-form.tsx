import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import type { SubstitutionRuleRow } from '#contract/rows/rule-rows.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { substitutionProblem, substitutions } from '#domain/rules/substitute.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { submitting } from '#src/ui/form/submitting.ts';
import { counted } from '#src/ui/format/format.ts';
import { ruleOfWords, wordsOfRule } from './rule-words.ts';
import type { Lists } from './substitutions.tsx';
import type { VendorText } from './use-vendor-texts.ts';

type TextProps = { readonly lists: Lists; readonly texts: readonly VendorText[] | null };

type Written = {
  readonly text: string;
  readonly whole: boolean;
  readonly caseSensitive: boolean;
  readonly targetId: number | null;
};

const writtenOf = (row: SubstitutionRuleRow | null): Written => ({
  ...wordsOfRule(row?.rule ?? ''),
  ...(row === null && { whole: true }),
  caseSensitive: row?.caseSensitive ?? false,
  targetId: row?.targetId ?? null,
});

type RuleFormProps = TextProps & { readonly row: SubstitutionRuleRow | null; readonly onDone: () => void };

/** One rule as it is written: what it finds is counted as one types. */
export function RuleForm({ lists, row, texts, onDone }: RuleFormProps) {
  const changes = useChanges();
  const [written, setWritten] = useState(() => writtenOf(row));
  const { text, whole, caseSensitive, targetId } = written;
  const [asked, setAsked] = useState(false);
  const rule = ruleOfWords(text.trim(), whole);
  const problem = substitutionProblem(rule);
  const save = async () => {
    setAsked(true);
    if (problem || targetId === null) return;
    const ref = row ? row.ref : crypto.randomUUID();
    const target = lists.targets.find(({ id }) => id === targetId);
    const args = {
      id: row ? row.id : localIdOf(ref ?? ''),
      ref,
      objectType: lists.type,
      rule,
      targetId,
      targetRef: target?.ref ?? null,
      caseSensitive,
    };
    const { done } = await changes.make('substitutionRule.save.v1', args, () => messages.saved);
    if (done.length > 0) onDone();
  };
  return (
    <form className="sub-form card" onSubmit={submitting(save)}>
      <Fields
        {...{ written, lists }}
        isNew={row === null}
        problem={asked ? problem : undefined}
        lacksTarget={asked && targetId === null}
        set={(change) => setWritten((now) => ({ ...now, ...change }))}
      />
      <Button size="xs" type="submit">
        {row ? 'Save rule' : 'Add rule'}
      </Button>
      {row && (
        <Button size="xs" variant="default" onClick={onDone}>
          Cancel
        </Button>
      )}
      {text.trim() !== '' && !problem && <Found rule={rule} caseSensitive={caseSensitive} lists={lists} texts={texts} />}
    </form>
  );
}

type FieldsProps = {
  readonly written: Written;
  readonly lists: Lists;
  readonly isNew: boolean;
  readonly problem: string | undefined;
  readonly lacksTarget: boolean;
  readonly set: (change: Partial<Written>) => void;
};

function Fields({ written, lists, isNew, problem, lacksTarget, set }: FieldsProps) {
  return (
    <>
      <TextInput
        size="xs"
        label={isNew ? 'New rule: vendor text' : 'Vendor text'}
        placeholder="nurse"
        classNames={{ input: 'mono' }}
        value={written.text}
        error={problem}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <Select
        size="xs"
        label="Replace with"
        placeholder="Choose a name"
        searchable
        nothingFoundMessage="No matching name. Add it under Names."
        data={lists.targets.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={written.targetId === null ? null : String(written.targetId)}
        error={lacksTarget ? 'Choose a name' : undefined}
        onChange={(id) => set({ targetId: id === null ? null : Number(id) })}
      />
      <Checkbox size="xs" label="Whole words" checked={written.whole} onChange={(e) => set({ whole: e.currentTarget.checked })} />
      <Checkbox
        size="xs"
        label="Match case"
        checked={written.caseSensitive}
        onChange={(e) => set({ caseSensitive: e.currentTarget.checked })}
      />
    </>
  );
}

type FoundProps = TextProps & { readonly rule: string; readonly caseSensitive: boolean };

/** What the rule that is being written finds among the texts on this device, as one types. */
function Found({ rule, caseSensitive, lists, texts }: FoundProps) {
  const trial = {
    id: 0,
    objectType: lists.type,
    rule,
    caseSensitive,
    targetId: 0,
    ruleType: 6,
    version: 0,
    by: '',
    at: '',
    ref: null,
    purged: false,
  };
  const target = { id: 0, objectType: lists.type, name: '', version: 0, by: '', at: '', ref: null, purged: false };
  const [running] = substitutions([trial], [target]);
  const found = texts?.filter(({ text }) => running?.matches(text)) ?? [];
  return (
    <p className="muted sub-found" role="status">
      Matches {counted(found.length, 'VMS value')} of {texts?.length ?? 0}
      {found.length > 0
        ? `: ${found
            .slice(0, 6)
            .map(({ text }) => text)
            .join(' · ')}${found.length > 6 ? ' …' : ''}`
        : ''}
    </p>
  );
}
