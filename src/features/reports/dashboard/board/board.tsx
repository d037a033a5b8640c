import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Fragment, type ReactNode, type Ref, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { BoardContext } from './board-context.ts';
import { orderOf, removed } from './board-layout.ts';
import { useBoardLayout } from './use-board-layout.ts';
import './board.css';

/** A card: `content` is its `BoardCard`. `wide`: it lies in the wide column. */
export type BoardEntry = { readonly id: string; readonly title: string; readonly wide: boolean; readonly content: ReactNode };

/** The cards in two columns, as the person has arranged them. */
export function Board({ cards }: { cards: readonly BoardEntry[] }) {
  const [layout, change] = useBoardLayout();
  const [dragged, drag] = useState<string | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const ids = cards.map(({ id }) => id);
  const shown = orderOf(ids, layout).flatMap((id) => cards.filter((card) => card.id === id && !layout.removed.includes(id)));
  const columnOf = (id: string) => {
    const wide = shown.find((card) => card.id === id)?.wide;
    return shown.filter((card) => card.wide === wide).map((card) => card.id);
  };
  const besides = (id: string) => {
    const column = columnOf(id);
    const at = column.indexOf(id);
    return { above: column[at - 1] ?? null, below: column[at + 1] ?? null };
  };
  const remove = (id: string) => {
    flushSync(() => change(removed(layout, id, true)));
    // The card took the focus along.
    add.current?.focus();
  };
  const takes = (id: string) => dragged !== null && dragged !== id && columnOf(id).includes(dragged);
  const column = (wide: boolean) =>
    shown.filter((card) => card.wide === wide).map(({ id, content }) => <Fragment key={id}>{content}</Fragment>);
  return (
    <BoardContext value={{ layout, change, ids, besides, remove, dragged, drag, takes }}>
      <AddCard
        button={add}
        cards={cards.filter(({ id }) => layout.removed.includes(id))}
        onAdd={(id) => change(removed(layout, id, false))}
      />
      <div className="dashboard-grid">
        <div className="dashboard-column">{column(true)}</div>
        <div className="dashboard-column">{column(false)}</div>
      </div>
    </BoardContext>
  );
}

type AddProps = { button: Ref<HTMLButtonElement>; cards: readonly BoardEntry[]; onAdd: (id: string) => void };

/** Brings removed cards back. Absent while there is none. */
function AddCard({ button, cards, onAdd }: AddProps) {
  if (cards.length === 0) return null;
  return (
    <div className="dashboard-add">
      <Menu position="bottom-end">
        <Menu.Target>
          <Button ref={button} size="xs" variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
            Add card
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {cards.map(({ id, title }) => (
            <Menu.Item key={id} onClick={() => onAdd(id)}>
              {title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
