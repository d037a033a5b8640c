import { Fragment } from 'react';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { AutoPost } from '../auto-post/auto-post.tsx';
import { ExcludedFacilities } from '../excluded-facilities/excluded-facilities.tsx';
import { NoSources } from '../first-steps/first-steps.tsx';
import { SourceGroup } from '../source-groups/source-group.tsx';
import { newSource, type SourceLine, sourceLines } from './source.ts';
import { SourceAliases } from './source-aliases.tsx';
import { SourceForm } from './source-form.tsx';

const col = columnsOf<SourceLine>();
const columnsFor = (names: FieldNames) => [
  col('name', names.of('source')),
  col('alias', 'Alias'),
  col('posts', 'Auto-post'),
  col('names', 'Feed aliases'),
  col('groups', 'Grouped sources'),
];

/** `/sources`: the sources of jobs, with their feed aliases and the sources grouped under them. */
export function SourceList() {
  const { may, administrator } = useSession();
  const names = useFieldNames();
  const columns = columnsFor(names);
  const title = names.many('source', 'Sources');
  const { ready, rows } = useCollection('source');
  const targets = useCollection('target').rows;
  const list = usePagedList(ready ? sourceLines(rows, targets) : undefined, {
    sort: 'name',
    searchIn: ['name', 'alias', 'names', 'groups'],
    sizes: pagerSizes,
  });
  const edits = may('tasks.write');
  const form = useEditor(SourceForm, {});
  const aliases = useEditor(SourceAliases, {});
  const group = useEditor(SourceGroup, { all: rows });
  const autoPost = useEditor(AutoPost, {});
  const excluded = useEditor(ExcludedFacilities, {});
  return (
    <ListPage
      title={title}
      dialogs={[form, autoPost, aliases, group, excluded].map(({ dialog }, n) => <Fragment key={n}>{dialog}</Fragment>)}
      noun="source"
      list={list}
      actions={
        <>
          <ExportButton title={title} list={list} columns={columns} />
          {edits && form.add('Add source', newSource)}
        </>
      }
      firstUse={<NoSources />}
    >
      <DataTable
        list={list}
        label={title}
        columns={columns}
        rowKey={(row) => row.id}
        actions={[
          form.action('Edit', { when: edits }),
          autoPost.action('Automatic posting…', { when: edits && may('jobs.post') }),
          aliases.action('Feed aliases…', { when: edits && administrator }),
          group.action('Group sources…', { when: edits && administrator }),
          excluded.action('Excluded facilities…', { when: may('jobs.cancel') && may('rules.read') }),
        ]}
      />
    </ListPage>
  );
}
