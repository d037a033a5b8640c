import type { ReactNode } from 'react';
import { listCustomers } from '#contract/people/customers.ts';
import { listParentLinks, type ParentLink, removeParentLink } from '#contract/people/parents.ts';
import { copyAllRules } from '#contract/rules/rules.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSessionActions } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { counted } from '#src/ui/format/format.ts';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { MoveForm } from './move-form.tsx';
import { ParentForm } from './parent-form.tsx';

const col = columnsOf<ParentLink>();
const columns = [col('parentName', 'Parent'), col('childName', 'Child'), col('child', 'Child ID', { align: 'end' })];

type Props = { tabs: ReactNode; onMoving: () => void };

/** Which customer is the parent of which. `onMoving` is called once a move of sources has started. */
export function ParentList({ tabs, onMoving }: Props) {
  const cached = useReply(listParentLinks, { customer: -1 });
  const list = usePagedList(cached.reply, {
    from: cached,
    sort: 'parentName',
    searchIn: ['parentName', 'childName', 'child'],
    sizes: pagerSizes,
  });
  const editor = useEditor(ParentForm, {});
  const mover = useEditor(MoveForm, { onMoving });
  const { remove, copyRules } = useLinkActions();
  return (
    <ListPage
      title="Parents and children"
      noun="link"
      list={list}
      filters={tabs}
      dialogs={
        <>
          {editor.dialog}
          {mover.dialog}
        </>
      }
      actions={
        <>
          <ExportButton title="Parents and children" list={list} columns={columns} />
          {editor.add('Link customers', { parent: '', child: '' })}
        </>
      }
      firstUse={
        <EmptyState kind="first-use" title="No customer has a parent">
          <p>A customer has one parent, and no child has children. A child has no task list of its own.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Parents and children"
        columns={columns}
        rowKey={({ id }) => id}
        nameOf={({ childName }) => childName}
        actions={[
          { label: 'Copy rules to child…', run: copyRules, online: true, confirm: copying },
          mover.action('Move sources to child…', { online: true }),
          { label: 'Remove link…', run: remove, online: true, danger: true, confirm: removal },
        ]}
      />
    </ListPage>
  );
}

/** What can be done to a link: give the child the parent’s rules, and separate the two. */
function useLinkActions() {
  const { reload } = useSessionActions();
  const removeLink = useDo(removeParentLink, {
    args: ({ id }: ParentLink) => ({ customer: -1, id }),
    said: ({ parentName, childName }) => ({ title: `${childName} is no longer a child of ${parentName}` }),
    failed: 'The link was not removed',
    refreshes: [listParentLinks, listCustomers],
  });
  const copyRules = useDo(copyAllRules, {
    args: ({ parent, child }: ParentLink) => ({ customer: parent, parent, child }),
    said: ({ copied, skipped }, { childName }) => ({
      title: `${counted(copied, 'rule')} copied to ${childName}`,
      detail: `They are inactive. ${skipped} with the same name exist there already.`,
    }),
    failed: 'The rules were not copied',
  });
  const remove = async (link: ParentLink) => {
    if (await removeLink(link)) await reload();
  };
  return { remove, copyRules };
}

const copying = ({ parentName, childName }: ParentLink) =>
  ({
    title: `Copy the rules of ${parentName} to ${childName}?`,
    body: 'They arrive inactive. A rule whose name exists at the child is left out.',
    choices: { go: { words: 'Copy rules', tone: 'primary' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;

const removal = ({ parentName, childName }: ParentLink) =>
  ({
    title: `Remove the link of ${childName} with ${parentName}?`,
    body: 'Both customers keep their data. You can link them again.',
    choices: { go: { words: 'Remove link', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
