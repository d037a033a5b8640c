import { TextInput } from '@mantine/core';
import type { TaskRow } from '#contract/rows/rows.ts';
import { taskStatuses } from '#src/entities/collect/task-status.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import type { List } from '#src/ui/list/use-list.ts';
import { noWords, type SignInFilter, type SignInWords } from './use-sign-in-filter.ts';

type Props = {
  list: Pick<List<TaskRow>, 'filter' | 'setFilter'>;
  tasks: readonly TaskRow[];
  signIn: SignInFilter;
};

const statusChoices = Object.entries(taskStatuses).map(([value, { words }]) => ({ value, label: words }));

/** Filters of the task list. Those by org key and user name need the service, and the right to change tasks. */
export function TaskFilters({ list, tasks, signIn }: Props) {
  const { may } = useSession();
  const names = useFieldNames();
  const blocked = useBlocked();
  const sources = [...new Set(tasks.flatMap(({ site }) => site ?? []))].sort();
  // The button that clears all filters clears these, too.
  const words = list.filter('signIn') === '' ? noWords : signIn.words;
  const typed = (key: keyof SignInWords, label: string) => (
    <TextInput
      size="xs"
      className="list-filter"
      autoComplete="off"
      aria-label={label}
      placeholder={label}
      disabled={blocked !== undefined}
      title={blocked}
      value={words[key]}
      onChange={(event) => {
        const next = { ...words, [key]: event.currentTarget.value };
        signIn.setWords(next);
        // The list only learns that it is narrowed, not by what.
        list.setFilter('signIn', `${next.orgKey}${next.username}`.trim() === '' ? '' : '1');
      }}
    />
  );
  return (
    <>
      <ListFilter
        list={list}
        name="source"
        label={names.of('source')}
        choices={sources.map((value) => ({ value, label: value }))}
      />
      <ListFilter list={list} name="status" label="Status" choices={statusChoices} />
      {may('tasks.write') && typed('orgKey', 'Org key')}
      {may('tasks.write') && typed('username', 'User name')}
    </>
  );
}
