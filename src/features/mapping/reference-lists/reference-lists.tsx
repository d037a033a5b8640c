import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { atsObjectSorts, listAtsObjects } from '#contract/mapping/reference-lists.ts';
import { readTargetMaintenance } from '#contract/reports/map-reports.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { ListUpload } from '#src/entities/ats/list-upload.tsx';
import { OfTarget, TargetPick } from '#src/entities/mapping/target-choice.tsx';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { CachedNote } from '#src/entities/session/cached-note.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCached } from '#src/entities/session/use-cached.ts';
import { useCachedList } from '#src/entities/session/use-cached-list.ts';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { RowsTable } from '#src/ui/list/rows-table.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { type AtsEntry, type ReferenceList, referenceLists } from './lists.ts';
import { newEntry, ReferenceForm } from './reference-form.tsx';
import { useRemoveEntry } from './use-remove-entry.ts';
import './reference.css';

/** `/myclients` … `/mymsp`: the ATS's own lists, one screen with a tab for each. */
export function ReferenceLists() {
  const { pathname } = useLocation();
  const list = referenceLists.find(({ path }) => path === pathname) ?? referenceLists[0];
  return (
    <OfTarget>{(choice) => list && <Entries key={`${list.type}/${choice.target.id}`} of={list} choice={choice} />}</OfTarget>
  );
}

function Entries({ of, choice }: { of: ReferenceList; choice: TargetChoice }) {
  const { customer } = useSession();
  const [edited, setEdited] = useState<AtsEntry | null>(null);
  const args = { type: of.type, target: choice.target.id, cust: customer.id };
  const { list, cached } = useCachedList(listAtsObjects, {
    sizes: pagerSizes,
    sorts: atsObjectSorts,
    args: ({ search, sort, page, size }) => ({ ...args, pageSize: size, page, query: search, sort }),
    rows: ({ rows, total }) => ({ rows, found: total }),
  });
  const kept = useKept(of, choice.target);
  const remove = useRemoveEntry(of, choice.target, cached.refresh);
  return (
    <>
      <Tabs />
      <ListPage
        title={of.tab}
        noun={of.noun}
        {...(of.plural && { plural: of.plural })}
        list={list}
        actions={
          <>
            <TargetPick choice={choice} />
            {kept && <Upload of={of} target={choice.target} onLoaded={cached.refresh} />}
            {kept && <Button onClick={() => setEdited(newEntry)}>Add {of.noun}</Button>}
          </>
        }
        firstUse={
          <EmptyState kind="first-use" title={`No ${of.plural ?? `${of.noun}s`} from ${choice.target.name} yet`}>
            <p>Sync them from the ATS under Post to, Targets{of.uploads.length > 0 && ', or upload a file'}.</p>
          </EmptyState>
        }
      >
        <CachedNote {...cached} />
        <RowsTable
          list={list}
          label={of.tab}
          columns={of.columns}
          rowKey={(row) => row.ID}
          {...(kept && { actions: (row: AtsEntry) => deedsOf(row, setEdited, remove) })}
        />
      </ListPage>
      {edited && (
        <ReferenceForm of={of} target={choice.target} entry={edited} onSaved={cached.refresh} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

/** Whether this person may keep the list by hand: by right, and where the target lets people. */
function useKept({ kept }: ReferenceList, { id }: TargetRow): boolean {
  const { may, customer } = useSession();
  const { reply } = useCached(readTargetMaintenance, { cust: customer.id, targetId: id });
  return may('targets.write') && reply?.[kept] === true;
}

function Tabs() {
  const { search } = useLocation();
  // The target stays from tab to tab; what was looked for does not.
  const target = new URLSearchParams(search).get('target');
  return (
    <nav className="reference-tabs" aria-label="Reference lists">
      {referenceLists.map(({ path, tab }) => (
        <NavLink key={path} to={target ? `${path}?target=${target}` : path}>
          {tab}
        </NavLink>
      ))}
    </nav>
  );
}

function deedsOf(row: AtsEntry, edit: (row: AtsEntry) => void, remove: (row: AtsEntry) => Promise<void>) {
  return (
    <span className="reference-deeds">
      <Button size="xs" variant="default" aria-label={`Edit ${row.ObjectName}`} onClick={() => edit(row)}>
        Edit
      </Button>
      <Button size="xs" variant="default" aria-label={`Remove ${row.ObjectName}`} onClick={() => void remove(row)}>
        Remove
      </Button>
    </span>
  );
}

type UploadProps = { of: ReferenceList; target: TargetRow; onLoaded: () => void };

function Upload({ of, target, onLoaded }: UploadProps) {
  const [open, setOpen] = useState(false);
  const [first, ...more] = of.uploads;
  if (!first) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Upload…
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={`Upload ${of.tab.toLowerCase()}`}
        size={640}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <ListUpload targetId={target.id} lists={[first, ...more]} onLoaded={onLoaded} />
      </Modal>
    </>
  );
}
