import { Button } from '@mantine/core';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import { atsObjectSorts, listAtsObjects, rightOfList, saveAtsObject } from '#contract/mapping/reference-lists.ts';
import { readTargetMaintenance } from '#contract/reports/map-reports.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { WhoCanGive } from '#src/entities/access/who-can.tsx';
import { ListUpload } from '#src/entities/ats/list-upload.tsx';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { OfTarget, TargetPick } from '#src/entities/mapping/target-choice.tsx';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { pickArgs } from '#src/entities/reply/pick-args.ts';
import { useRemove } from '#src/entities/reply/use-remove.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useServerList } from '#src/entities/reply/use-server-list.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { UploadDialog } from '#src/ui/upload/upload-dialog.tsx';
import { type AtsEntry, newEntry, type ReferenceList, referenceLists } from './lists.ts';
import { ReferenceForm } from './reference-form.tsx';
import './reference.css';

/** `/myclients` … `/mymsp`: the ATS lists on one screen with a tab for each. */
export function ReferenceLists() {
  const { pathname } = useLocation();
  const lists = referenceLists(useFieldNames());
  const list = lists.find(({ path }) => path === pathname) ?? lists[0];
  return (
    <OfTarget>{(choice) => list && <Entries key={`${list.type}/${choice.target.id}`} of={list} choice={choice} />}</OfTarget>
  );
}

function Entries({ of, choice: { target }, choice }: { of: ReferenceList; choice: TargetChoice }) {
  const { customer, may } = useSession();
  const args = { type: of.type, target: target.id, cust: customer.id };
  const list = useServerList(listAtsObjects, {
    sorts: atsObjectSorts,
    args: ({ search, sort, page, size }) => ({ ...args, pageSize: size, page, query: search, sort }),
    rows: ({ rows, total }) => ({ rows, found: total }),
  });
  const kept = useKept(of, target);
  const editor = useEditor(ReferenceForm, { of, target });
  const remove = useRemove(saveAtsObject, {
    args: (row: AtsEntry, removed) => pickArgs(saveAtsObject, { ...row, ...args, isDeleted: removed }),
    nameOf: (row) => row.name,
    failed: messages.entryNotDeleted({ what: of.noun }),
    refreshes: [listAtsObjects],
  });
  return (
    <>
      <Tabs />
      <ListPage
        dialogs={editor.dialog}
        title={of.tab}
        noun={of.noun}
        {...(of.plural && { plural: of.plural })}
        list={list}
        actions={
          <>
            <TargetPick choice={choice} />
            <ExportButton title={of.tab} list={list} columns={of.columns} />
            {kept && <Upload of={of} target={target} />}
            {kept && editor.add(`Add ${of.noun}`, newEntry)}
          </>
        }
        firstUse={
          <EmptyState kind="first-use" title={`No ${of.plural ?? `${of.noun}s`} of ${target.name} yet`}>
            <p>Targets reads them from the ATS{kept && of.uploads.length > 0 && '. Or upload a file'}.</p>
            {may('targets.write') ? (
              <Button component={Link} to={pathTo('/targetconfig/:id/:cid?', { id: target.id })}>
                Open {target.name}
              </Button>
            ) : (
              <WhoCanGive right="targets.write" />
            )}
          </EmptyState>
        }
      >
        <DataTable
          list={list}
          label={of.tab}
          columns={of.columns}
          rowKey={(row) => row.id}
          {...(kept && { actions: [editor.action('Edit'), remove] })}
        />
      </ListPage>
    </>
  );
}

/** Whether the user may edit the list: the user has the right, and the target allows it. */
function useKept({ kept, type }: ReferenceList, { id }: TargetRow): boolean {
  const { may, customer } = useSession();
  const { reply } = useReply(readTargetMaintenance, { cust: customer.id, targetId: id });
  return may(rightOfList(type)) && reply?.[kept] === true;
}

function Tabs() {
  const { search } = useLocation();
  // Changing tabs keeps the target but not the search.
  const target = new URLSearchParams(search).get('target');
  return (
    <nav className="reference-tabs" aria-label="Reference lists">
      {referenceLists(useFieldNames()).map(({ path, tab }) => (
        <NavLink key={path} to={target ? `${path}?target=${target}` : path}>
          {tab}
        </NavLink>
      ))}
    </nav>
  );
}

function Upload({ of, target }: { of: ReferenceList; target: TargetRow }) {
  const [first, ...more] = of.uploads;
  if (!first) return null;
  return (
    <UploadDialog label="Upload…" title={`Upload ${of.tab.toLowerCase()}`}>
      <ListUpload targetId={target.id} lists={[first, ...more]} />
    </UploadDialog>
  );
}
