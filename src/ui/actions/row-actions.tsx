import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ask } from '../ask/ask.tsx';
import { useOffline } from '../connection/connection.ts';
import { arranged, labelOf, type RowAction } from './row-action.ts';
import './row-actions.css';

type Props<T> = {
  row: T;
  /** The row's name, for screen readers: "Edit Nights 12h". */
  name: string;
  actions: readonly RowAction<T>[];
};

/** The actions of a row: one button, and a menu with the rest. */
export function RowActions<T>({ row, name, actions }: Props<T>) {
  const offline = useOffline();
  const [busy, setBusy] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const { button, menu } = arranged(row, actions);
  const run = async ({ confirm, run: work }: RowAction<T>) => {
    if (confirm && (await ask(confirm(row))) !== 'go') return;
    setBusy(true);
    await Promise.resolve(work(row)).finally(() => setBusy(false));
  };
  const blocked = ({ online }: RowAction<T>) => online === true && offline;
  const label = button && labelOf(button, row);
  return (
    <span className="row-actions">
      {button && (
        <Button
          size="xs"
          variant="default"
          loading={busy}
          aria-label={`${label} ${name}`}
          disabled={blocked(button)}
          {...(button.danger && { color: 'red' })}
          {...(blocked(button) && { 'data-tip': 'Needs a connection' })}
          onClick={() => void run(button)}
        >
          {label}
        </Button>
      )}
      {menu.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon ref={more} aria-label={`More for ${name}`} disabled={busy}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {menu.map((action) => (
              <Menu.Item
                key={labelOf(action, row)}
                disabled={blocked(action)}
                {...(action.danger && { color: 'red' })}
                onClick={() => {
                  // The item goes with the menu: a dialog gives the focus back to the button.
                  more.current?.focus();
                  void run(action);
                }}
              >
                {labelOf(action, row)}
                {blocked(action) && ' (online only)'}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}
