import { Menu, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { type Field, fieldId } from '#domain/fields/field.ts';
import { type OperatorName, operators, states } from '#domain/rules/language/operators.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { added, type Box, changedAt, emptyBox, emptyRow, moved, type Node, type Path, type Row } from './builder.ts';
import { FieldPicker } from './field-picker.tsx';
import { operandsText, operandsTyped } from './operand-text.ts';
import { useFieldValues } from './use-field-values.ts';

type BuilderProps = {
  readonly box: Box;
  readonly onChange: (box: Box) => void;
  /** Fields that a rule of this kind can read. */
  readonly offers: (field: Field) => boolean;
  /** The first unfinished row, set once the user tries to save. */
  readonly unfinished: Path | null;
  readonly readOnly: boolean;
};

type PartProps = BuilderProps & { readonly path: Path };

/** A condition as rows in boxes: “All of” or “Any of”. */
export function ConditionBuilder(props: BuilderProps) {
  return (
    <div className="builder">
      <BoxView {...props} node={props.box} path={[]} />
    </div>
  );
}

function BoxView(props: PartProps & { readonly node: Box }) {
  const { node, path, box, onChange, readOnly } = props;
  const set = (change: (box: Box) => Box) => onChange(changedAt(box, path, (now) => (now.kind === 'box' ? change(now) : now)));
  return (
    <fieldset className="builder-box" disabled={readOnly}>
      <legend>
        <NativeSelect
          size="xs"
          aria-label={path.length === 0 ? 'When it runs' : 'Group'}
          value={node.join}
          onChange={(event) => {
            const join = event.currentTarget.value === 'or' ? 'or' : 'and';
            set((now) => ({ ...now, join }));
          }}
          data={[
            { value: 'and', label: 'All of' },
            { value: 'or', label: 'Any of' },
          ]}
        />
        {path.length > 0 && <PartMenu {...props} what="group" />}
      </legend>
      {node.parts.length === 0 && <p className="muted builder-always">Always runs: no condition set.</p>}
      {node.parts.map((part, i) => (
        <PartView key={keyOf(part, i)} {...props} path={[...path, i]} node={part} />
      ))}
      <div className="builder-add">
        <button type="button" className="link-button" onClick={() => onChange(added(box, path, emptyRow))}>
          + condition
        </button>
        <button
          type="button"
          className="link-button"
          onClick={() => onChange(added(box, path, emptyBox(node.join === 'and' ? 'or' : 'and')))}
        >
          + group
        </button>
      </div>
    </fieldset>
  );
}

// A row keeps its place while it is edited, but its content changes with every keystroke.
const keyOf = (node: Node, at: number): string => `${node.kind}-${at}`;

function PartView(props: PartProps & { readonly node: Node }) {
  return props.node.kind === 'box' ? <BoxView {...props} node={props.node} /> : <RowView {...props} node={props.node} />;
}

/** What an unfinished condition lacks: named by its field once it has one. */
const missingIn = (name: string | undefined): string =>
  name === undefined ? messages.conditionMissing : messages.conditionsMissingIn({ name });

function RowView(props: PartProps & { readonly node: Row }) {
  const { node, path, box, onChange, offers, unfinished, readOnly } = props;
  const { field: ref, operator } = node;
  const set = (change: Partial<Row>) =>
    onChange(changedAt(box, path, (now) => (now.kind === 'row' ? { ...now, ...change } : now)));
  const field = ref ? fieldOf(ref.fieldId) : undefined;
  const names = useFieldNames();
  const lacks = unfinished?.join() === path.join() ? missingIn(field && names.of(field.key, field.label)) : undefined;
  return (
    <div className="builder-row">
      <FieldPicker
        label="Field"
        value={ref?.fieldId ?? null}
        offers={offers}
        error={ref ? undefined : lacks}
        disabled={readOnly}
        onChange={(id) => set({ field: id === null ? null : { fieldId: id, variable: id === fieldId.variable ? '' : null } })}
      />
      {ref && ref.fieldId === fieldId.variable && (
        <TextInput
          size="xs"
          aria-label="Local variable name"
          placeholder="Name"
          value={ref.variable ?? ''}
          error={ref.variable === '' ? lacks : undefined}
          onChange={(event) => set({ field: { fieldId: ref.fieldId, variable: event.currentTarget.value } })}
        />
      )}
      <NativeSelect
        size="xs"
        aria-label="Operator"
        value={operator ?? ''}
        error={operator ? undefined : lacks}
        onChange={(event) => {
          const name = operators.find(({ name: one }) => one === event.currentTarget.value)?.name ?? null;
          set({ operator: name, ...((name === 'is') !== (operator === 'is') && { value: [] }) });
        }}
        data={[...(operator ? [] : [{ value: '', label: 'Choose' }]), ...operators.map(({ name }) => name)]}
      />
      {operator === 'is' ? (
        <StateValue node={node} set={set} error={lacks} />
      ) : (
        <Values node={node} set={set} field={field} operator={operator} error={lacks} />
      )}
      <PartMenu {...props} what="condition" />
    </div>
  );
}

type ValueProps = { readonly node: Row; readonly set: (change: Partial<Row>) => void; readonly error: string | undefined };

function StateValue({ node, set, error }: ValueProps) {
  const { labels } = useFieldNames();
  const now = node.value[0] ? operandsText(node.value[0], labels) : '';
  return (
    <NativeSelect
      size="xs"
      aria-label="Value"
      value={now}
      error={now === '' ? error : undefined}
      onChange={(event) =>
        set({ value: event.currentTarget.value === '' ? [] : [operandsTyped(event.currentTarget.value, labels)] })
      }
      data={['', ...states]}
    />
  );
}

const empty = '(empty)';

/** One or more values, any of which matches. Typing suggests values of the jobs on this device. */
function Values({ node, set, field, operator, error }: ValueProps & { field: Field | undefined; operator: OperatorName | null }) {
  const [typed, setTyped] = useState('');
  // Suggest values for whole-value operators only; a part of a word is in no list.
  const fromList = operator === 'equal' || operator === 'not equal';
  const known = useFieldValues(fromList && field ? field.id : null, typed);
  const { labels } = useFieldNames();
  const shown = node.value.map((parts) => operandsText(parts, labels) || empty);
  const choices = field?.type === 'date' ? ['[Today]', '[Today]+7', 'Monday+7'] : known.map(({ text }) => text);
  return (
    <TagsInput
      size="xs"
      aria-label={`Values for ${field?.label ?? 'the field'}`}
      placeholder={shown.length === 0 ? 'Value' : ''}
      splitChars={['|', '\n']}
      acceptValueOnBlur
      limit={40}
      data={[...new Set([...choices, ...(fromList ? [empty] : [])])].filter((choice) => !shown.includes(choice))}
      value={shown}
      searchValue={typed}
      onSearchChange={setTyped}
      onDuplicate={(value) => toast.warning({ title: messages.duplicateValue, detail: `“${value}” is already in the list.` })}
      error={shown.length === 0 ? error : undefined}
      onChange={(values) => set({ value: values.map((value) => operandsTyped(value === empty ? '' : value, labels)) })}
    />
  );
}

function PartMenu({ box, path, onChange, what }: PartProps & { readonly what: string }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className="plain-button builder-menu" aria-label={`More for this ${what}`}>
          <IconDots size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden />} onClick={() => onChange(moved(box, path, -1))}>
          Move up
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden />} onClick={() => onChange(moved(box, path, 1))}>
          Move down
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onChange(changedAt(box, path, () => null))}
        >
          Remove {what}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
