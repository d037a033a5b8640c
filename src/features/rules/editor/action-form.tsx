import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import type { ActionType, RuleDraft } from '#contract/rows/rule-rows.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { fieldId } from '#domain/fields/field.ts';
import { actionTypes } from '#src/entities/rule/action-types.ts';
import { requiredLabel } from '#src/ui/form/fields.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { FieldPicker } from '../condition/field-picker.tsx';
import { ValueInput } from '../condition/value-input.tsx';
import type { EditorPart } from './use-rule-editor.ts';

/** Actions that write one field. */
const writesField: ReadonlySet<ActionType> = new Set([1, 2, 3, 7, 8, 9, 10, 12]);
const choices = Object.entries(actionTypes).map(([value, { label }]) => ({ value, label }));

/** The action of a rule on a job that matches its condition. */
export function ActionForm(part: EditorPart) {
  const { draft, set, problemOf, readOnly } = part;
  const { actionType: type } = draft;
  const names = writesField.has(type) || (type === 4 && draft.table === null);
  return (
    <div className="rule-action">
      <NativeSelect
        label={requiredLabel('Action')}
        description={actionTypes[type].means}
        disabled={readOnly}
        error={problemOf('actionType')}
        value={String(type)}
        onChange={(event) => set(withAction(draft, Number(event.currentTarget.value) as ActionType))}
        data={choices}
      />
      {type === 4 && <TableOrNote {...part} />}
      {names && (
        <FieldPicker
          titled
          label={requiredLabel('Field to write')}
          value={draft.fieldId}
          offers={(field) => field.writable && (type !== 2 || field.type === 'date') && part.fits(field)}
          error={problemOf('fieldId')}
          disabled={readOnly}
          onChange={(id) => set({ fieldId: id, variable: id === fieldId.variable ? '' : null })}
        />
      )}
      {names && draft.fieldId === fieldId.variable && (
        <TextInput
          label={requiredLabel('Local variable name')}
          description="Later rules in the same run can read it. It is not saved with the job."
          disabled={readOnly}
          error={problemOf('variable')}
          value={draft.variable ?? ''}
          onChange={(event) => set({ variable: event.currentTarget.value })}
        />
      )}
      <Operand {...part} />
    </div>
  );
}

/** Changing the action keeps the values that still make sense. Export actions run on export. */
function withAction(draft: RuleDraft, actionType: ActionType): Partial<RuleDraft> {
  const onExport = actionType === 9 || actionType === 11;
  const held = actionType === 6 ? 'hold' : draft.operand;
  const nothing = actionType === 5 || actionType === 10 || actionType === 11;
  return {
    actionType,
    operand: nothing ? null : held,
    ...(onExport && { runOnExport: true }),
    ...(actionType !== 4 && { table: null }),
  };
}

function TableOrNote({ draft, set, readOnly }: EditorPart) {
  return (
    <SegmentedControl
      aria-label="Table rule or note"
      disabled={readOnly}
      value={draft.table ? 'table' : 'note'}
      onChange={(kind) =>
        set(kind === 'table' ? { table: { sources: [], targets: [], lines: [] }, fieldId: null, operand: null } : { table: null })
      }
      data={[
        { value: 'table', label: 'Table rule' },
        { value: 'note', label: 'Note' },
      ]}
    />
  );
}

function Operand(part: EditorPart) {
  const { draft, set, problemOf, readOnly } = part;
  const { actionType: type } = draft;
  if (type === 1 || type === 2 || type === 9) return <OneValue {...part} />;
  if (type === 3) return <Replacements {...part} />;
  if (type === 6) return <HoldOrHide {...part} />;
  const words = type === 4 && draft.table ? undefined : texts[type];
  if (!words) return null;
  return (
    <TextAreaField
      {...words}
      required
      mono={type === 7}
      disabled={readOnly}
      name="operand"
      data-path="operand"
      error={problemOf('operand')}
      value={draft.operand}
      onChange={(operand) => set({ operand })}
    />
  );
}

/** Actions whose value is text. */
const texts: Partial<Record<ActionType, { readonly label: string; readonly hint: string }>> = {
  4: { label: 'Note', hint: 'Added to the field, below its current text.' },
  7: { label: 'Expression', hint: 'Fields in brackets with + - * / and functions: round([Bill Rate] * 1.5, 2)' },
  8: {
    label: 'Data',
    hint: 'From the pay setup: Burdens~[State]~Burden, Fees~[Source]~VMSFee or Degree Pay~[Degree]~PayRate.',
  },
  12: {
    label: 'Prompt',
    hint: 'Fields in brackets are replaced with the job’s values. The AI is asked after collection; until then the field keeps its value.',
  },
};

function OneValue({ draft, set, problemOf, readOnly }: EditorPart) {
  return (
    <ValueInput
      label="Value"
      hint={draft.actionType === 2 ? 'A date such as 12/31/2026, [Today]+7, Monday+7 or [Start Date]+14.' : undefined}
      field={draft.fieldId === null ? undefined : fieldOf(draft.fieldId)}
      value={draft.operand ?? ''}
      error={problemOf('operand')}
      disabled={readOnly}
      onChange={(operand) => set({ operand })}
    />
  );
}

function HoldOrHide({ draft, set, readOnly }: EditorPart) {
  return (
    <SegmentedControl
      aria-label="Hold or hide"
      disabled={readOnly}
      value={draft.operand?.toLowerCase() === 'hide' ? 'hide' : 'hold'}
      onChange={(operand) => set({ operand })}
      data={[
        { value: 'hold', label: 'Put on hold' },
        { value: 'hide', label: 'Hide' },
      ]}
    />
  );
}

/** Pairs `find~replacement`, separated by `|`. */
function Replacements({ draft, set, readOnly, problemOf }: EditorPart) {
  const pairs = (draft.operand ?? '').split('|').map((pair) => pair.split('~') as [string, string?]);
  const write = (next: readonly (readonly [string, string?])[]) =>
    set({ operand: next.map(([from, to]) => `${from}~${to ?? ''}`).join('|') });
  return (
    <fieldset className="rule-pairs" disabled={readOnly}>
      <legend>{requiredLabel('Replacements')}</legend>
      {pairs.map(([from, to = ''], i) => (
        <div key={i} className="rule-pair">
          <TextInput
            size="xs"
            aria-label={`Find, ${i + 1}`}
            placeholder="Find"
            value={from}
            error={i === 0 ? problemOf('operand') : undefined}
            onChange={(event) => write(pairs.with(i, [event.currentTarget.value, to]))}
          />
          <span aria-hidden>→</span>
          <TextInput
            size="xs"
            aria-label={`Replace with, ${i + 1}`}
            placeholder="Nothing"
            value={to}
            onChange={(event) => write(pairs.with(i, [from, event.currentTarget.value]))}
          />
          <button
            type="button"
            className="link-button"
            onClick={() => write(pairs.toSpliced(i, 1))}
            disabled={pairs.length === 1}
          >
            Remove
          </button>
        </div>
      ))}
      <button type="button" className="link-button" onClick={() => write([...pairs, ['', '']])}>
        + replacement
      </button>
    </fieldset>
  );
}
