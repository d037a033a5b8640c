import { CloseButton, Popover, TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { textMatches } from '#domain/query/text-matches.ts';
import { type BoundText, type FieldWords, fieldShell } from './fields.tsx';
import './reference-field.css';

/** Something to refer to: its id, its name, and a detail that separates it from others of the same name. */
export type Reference = { readonly id: string; readonly name: string; readonly detail?: string };

/** Rows with numbers as ids, as choices; none while they load. */
export const referencesOf = (rows: readonly { readonly id: number; readonly name: string }[] | null): readonly Reference[] =>
  (rows ?? []).map(({ id, name }) => ({ id: String(id), name }));

const beside = (button: ReactNode) => (input: ReactNode) => (
  <div className="reference-input">
    {input}
    {button}
  </div>
);

type Props = FieldWords &
  Omit<BoundText, 'onBlur'> & {
    choices: readonly Reference[];
    /** The text in the box while nothing is chosen: "All sources". */
    placeholder?: string;
    onBlur?: () => void;
    autoFocus?: boolean;
  };

const rowPx = 36;
/** Rows that Page Up and Page Down move by, and rows visible at once. */
const pageRows = 7;

/** One choice of a long list, found by a part of its name, its detail or its id. Blank for none. */
export function ReferenceField({
  label,
  hint,
  required,
  disabled,
  hideLabel = false,
  choices,
  value,
  onChange,
  onBlur,
  ...rest
}: Props) {
  const { autoFocus, placeholder, ...bound } = rest;
  const picker = usePicker(choices, value, onChange);
  const { open, shown, active, found } = picker;
  const listId = useId();
  return (
    <Popover opened={open} width="target" position="bottom-start" shadow="md" trapFocus={false} closeOnEscape={false}>
      <Popover.Target popupType="listbox">
        <TextInput
          {...fieldShell({ label, hint, required, disabled, hideLabel })}
          {...bound}
          {...(autoFocus && { 'data-autofocus': true })}
          role="combobox"
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          aria-activedescendant={open && found[active] ? `${listId}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          // Escape first closes the list, and only then the dialog around it.
          data-mantine-stop-propagation={open}
          placeholder={(open && picker.chosen?.name) || (placeholder ?? 'Type a name or an ID')}
          value={shown}
          onClick={picker.show}
          // Typing replaces the chosen name.
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => picker.type(event.currentTarget.value)}
          onKeyDown={picker.key}
          onBlur={() => {
            picker.close();
            onBlur?.();
          }}
          // Beside the input, not over it, so that each keeps a full-size click target.
          inputContainer={beside(
            value && !required && !disabled && (
              <CloseButton size="md" aria-label={`No ${label.toLowerCase()}`} onClick={() => onChange('')} />
            ),
          )}
        />
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <Choices id={listId} label={label} picker={picker} value={value} />
      </Popover.Dropdown>
    </Popover>
  );
}

type Picker = ReturnType<typeof usePicker>;

function usePicker(choices: readonly Reference[], value: string | null, onChange: (id: string) => void) {
  // Null: the list is closed, and the box shows the chosen name.
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const chosen = choices.find(({ id }) => id === value);
  const fits = textMatches(typed ?? '');
  const found = typed === null ? [] : choices.filter(({ id, name, detail = '' }) => fits(`${name} ${detail} ${id}`));
  const active = Math.max(0, Math.min(at, found.length - 1));
  const show = () => {
    if (typed !== null) return;
    setTyped('');
    setAt(
      Math.max(
        0,
        choices.findIndex(({ id }) => id === value),
      ),
    );
  };
  const close = () => setTyped(null);
  const pick = (one: Reference | undefined) => {
    if (!one) return;
    onChange(one.id);
    close();
  };
  const key = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: pageRows, PageUp: -pageRows }[event.key];
    if (by !== undefined) {
      if (typed === null) show();
      else setAt(Math.max(0, Math.min(found.length - 1, active + by)));
    } else if (typed === null) return;
    else if (event.key === 'Enter') pick(found[active]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return {
    open: typed !== null,
    shown: typed ?? chosen?.name ?? value ?? '',
    chosen,
    found,
    active,
    show,
    close,
    pick,
    key,
    type(text: string) {
      setTyped(text);
      setAt(0);
    },
    point: setAt,
  };
}

type ChoicesProps = { id: string; label: string; picker: Picker; value: string | null };

/** The list. Only the visible rows are in the DOM. */
function Choices({ id, label, picker: { found, active, pick, point }, value }: ChoicesProps) {
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const rows = useVirtualizer({
    count: found.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 4,
    initialRect: { width: 300, height: rowPx * pageRows },
  });
  useEffect(() => rows.scrollToIndex(active), [rows, active]);
  return (
    <div ref={box} className="reference-list" style={{ maxHeight: rowPx * pageRows }}>
      <div id={id} role="listbox" aria-label={label} className="reference-rows" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const one = found[index];
          return (
            one && (
              <div
                key={one.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={one.id === value}
                aria-setsize={found.length}
                aria-posinset={index + 1}
                data-active={index === active || undefined}
                className="reference-row"
                style={{ height: rowPx, transform: `translateY(${start}px)` }}
                onPointerMove={() => index !== active && point(index)}
                // Keeps the focus in the box.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(one)}
              >
                <span>
                  {one.name}
                  {one.detail && <small className="muted"> {one.detail}</small>}
                </span>
                <span className="mono muted">{one.id}</span>
              </div>
            )
          );
        })}
      </div>
      {found.length === 0 && <p className="muted reference-none">No match</p>}
      <span className="visually-hidden" role="status">
        {found.length === 1 ? '1 choice' : `${found.length.toLocaleString('en-US')} choices`}
      </span>
    </div>
  );
}
