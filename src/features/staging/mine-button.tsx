import { ActionIcon } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import type { Chip } from '#domain/query/chip.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import type { QuerySchema } from '#domain/query/query-schema.ts';

type MineButtonProps = { readonly query: string; readonly onQuery: (query: string) => void; readonly schema: QuerySchema };

/** Shows only the jobs that are assigned to this person, or all again: adds or removes `is:mine` in the query. */
export function MineButton({ query, onQuery, schema }: MineButtonProps) {
  const mine = parseQuery(query, schema).chips.find(isMine);
  const toggled = mine ? `${query.slice(0, mine.from).trimEnd()} ${query.slice(mine.to).trimStart()}` : `${query} is:mine`;
  return (
    <ActionIcon
      aria-label="Mine"
      aria-pressed={mine !== undefined}
      data-tip="Jobs assigned to me"
      variant={mine ? 'light' : 'subtle'}
      onClick={() => onQuery(toggled.trim())}
    >
      <IconUser size={18} aria-hidden="true" />
    </ActionIcon>
  );
}

const isMine = (chip: Chip): boolean => chip.kind === 'named' && !chip.not && chip.names.join() === 'mine';
