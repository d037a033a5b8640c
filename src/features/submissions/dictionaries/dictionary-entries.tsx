import { useMemo } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { listDictionary, removeDictionaryEntry, syncDictionary } from '#contract/submissions/dictionaries.ts';
import type { SubmissionTarget } from '#contract/submissions/targets.ts';
import { entryName } from '#domain/submissions/dictionaries.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ListTools } from '#src/entities/submission/list-tools.tsx';
import { SyncButton } from '#src/entities/submission/sync-button.tsx';
import { useHoldsLists } from '#src/entities/submission/use-holds-lists.ts';
import { useSyncEnd } from '#src/entities/submission/use-sync-end.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { ListHead } from '../lists/list-head.tsx';
import { dictionaryColumns, newEntry, removal } from './dictionary.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryMappingForm } from './entry-mapping-form.tsx';
import { type HeldEntry, heldDictionary, removedStep } from './held-dictionary.ts';
import { useDictionaries } from './use-dictionaries.ts';

type Props = { target: SubmissionTarget; dictionary: { readonly id: number; readonly name: string } };

/** The entries of one dictionary of a target, with what they are mapped to at other targets. Mapping works offline. */
export function DictionaryEntries({ target, dictionary }: Props) {
  const me = useSession().customer.id;
  const call = useCall();
  const since = useSyncEnd();
  const { list, entries, held } = useEntries(target.id, dictionary.id);
  const editor = useEditor(EntryForm, { dictionary, entries });
  const mapping = useEditor(EntryMappingForm, { target, dictionary, held });
  const { remove, unmap } = useRemovals();
  return (
    <>
      <ListHead
        target={target}
        kind="dictionary"
        objectId={dictionary.id}
        title={dictionary.name}
        about={`The entries that ${target.name} knows. One of them is the default.`}
        since={since}
      >
        {target.can.lists && (
          <SyncButton
            label={`Sync entries from ${target.systemName}`}
            failed={messages.submissionTargetsNotSynced}
            start={() => call(syncDictionary, { me, targetId: target.id, objectId: dictionary.id })}
          />
        )}
      </ListHead>
      <ListTools list={list} label="Search entries">
        {editor.add('Add entry', newEntry(target.id, dictionary.id))}
      </ListTools>
      <ListBody list={list} noun="entry" plural="entries">
        <DataTable
          list={list}
          label={dictionary.name}
          layoutName="Dictionary"
          columns={dictionaryColumns(unmap)}
          rowKey={({ id }) => id}
          nameOf={entryName}
          actions={[
            editor.action('Edit'),
            mapping.action('Map to another target…'),
            { label: 'Remove…', run: remove, online: true, danger: true, confirm: removal },
          ]}
        />
      </ListBody>
      {editor.dialog}
      {mapping.dialog}
    </>
  );
}

/** Removes entries, which needs the service, and mappings, also offline. */
function useRemovals() {
  const me = useSession().customer.id;
  const changes = useChanges();
  const remove = useDo(removeDictionaryEntry, {
    args: ({ id }: HeldEntry) => ({ id, me }),
    said: ({ message }) => ({ title: message }),
  });
  const unmap = ({ step, other }: HeldEntry['mappings'][number]) =>
    void changes.makeTogether([removedStep(step)], () => `Mapping removed: ${other}`);
  return { remove, unmap };
}

/** The entries of a dictionary that this device holds. The service says why a person gets none of these rows. */
function useEntries(targetId: number, objectId: number) {
  const me = useSession().customer.id;
  const holds = useHoldsLists();
  const refusal = useReply(listDictionary, { me, targetId, objectId }, { wanted: !holds });
  const { ready, held } = useDictionaries();
  const entries = useMemo(() => heldDictionary(held, { targetId, objectId }), [held, targetId, objectId]);
  const list = usePagedList(ready && holds ? entries : null, {
    ...(!holds && { from: refusal }),
    sort: 'name',
    searchIn: ['name', 'extId', 'custom1', 'custom2'],
    sizes: pagerSizes,
  });
  return { list, entries, held };
}
