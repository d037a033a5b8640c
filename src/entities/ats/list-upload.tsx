import { Select } from '@mantine/core';
import { useState } from 'react';
import {
  maxUploadBytes,
  uploadAtsClients,
  uploadAtsDegrees,
  uploadAtsShifts,
  uploadAtsSpecialties,
} from '#contract/collecting/collect.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { uploadAtsContacts, uploadAtsDegreeSpecialties } from '#contract/mapping/reference-lists.ts';
import { RefusedRows } from '#src/entities/collect/refused-rows.tsx';
import { problemsOf } from '#src/entities/session/failure-words.ts';
import { OnlineButton, useOffline } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { DropZone } from '#src/ui/form/drop-zone.tsx';
import './list-upload.css';

/** Thousands of values, and suggestions anew for every vendor text. */
const listTimeoutMs = 300_000;

const uploads = {
  clients: { label: 'Clients', endpoint: uploadAtsClients, columns: 'id, name, address, city, state, zip' },
  degrees: { label: 'Degrees', endpoint: uploadAtsDegrees, columns: 'id, name' },
  specialties: { label: 'Specialties', endpoint: uploadAtsSpecialties, columns: 'id, name, degreeId' },
  pairs: {
    label: 'Degrees with specialties',
    endpoint: uploadAtsDegreeSpecialties,
    columns: 'degreeId, degree, id, specialty',
  },
  shifts: { label: 'Shifts', endpoint: uploadAtsShifts, columns: 'id, name' },
  contacts: { label: 'Contacts', endpoint: uploadAtsContacts, columns: 'id, name, clientId' },
} as const;
export type UploadedList = keyof typeof uploads;

type Loaded = { kind: 'loaded'; reply: ReplyOf<typeof uploadAtsClients> } | { kind: 'refused'; words: string };

/** One list's file on its way; a refused one stays chosen. */
function useListUpload(target: number, first: UploadedList, onLoaded: () => void) {
  const call = useCall();
  const cust = useSession().customer.id;
  const [kind, setKind] = useState<UploadedList>(first);
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Loaded | null>(null);
  const load = async (chosen: File) => {
    setFile(chosen);
    setOutcome(null);
    if (chosen.size > maxUploadBytes) {
      return setOutcome({ kind: 'refused', words: `The file is larger than ${maxUploadBytes / 1_000_000} MB. Split it.` });
    }
    setBusy(true);
    const args = { cust, target, fileName: chosen.name, file: new Uint8Array() };
    const answer = await call(uploads[kind].endpoint, args, { file: chosen, timeoutMs: listTimeoutMs });
    setBusy(false);
    if (!answer.ok) return setOutcome({ kind: 'refused', words: Object.values(problemsOf(answer.error)).join(' ') });
    setOutcome({ kind: 'loaded', reply: answer.value });
    onLoaded();
  };
  const choose = (next: UploadedList) => {
    setKind(next);
    setFile(null);
    setOutcome(null);
  };
  return { kind, choose, file, busy, outcome, load };
}

type Props = { targetId: number; lists: readonly [UploadedList, ...UploadedList[]]; onLoaded?: () => void };

/** Reads a file into one of the ATS's lists, and shows row by row what was not taken. */
export function ListUpload({ targetId, lists, onLoaded = () => undefined }: Props) {
  const { kind, choose, file, busy, outcome, load } = useListUpload(targetId, lists[0], onLoaded);
  const offline = useOffline();
  const { label, columns } = uploads[kind];
  return (
    <div className="list-upload">
      {lists.length > 1 && (
        <Select
          label="List"
          allowDeselect={false}
          w={240}
          disabled={busy}
          data={lists.map((value) => ({ value, label: uploads[value].label }))}
          value={kind}
          onChange={(value) => choose(lists.find((list) => list === value) ?? lists[0])}
        />
      )}
      <DropZone
        what={`a list of ${label.toLowerCase()}`}
        hint={
          offline
            ? 'Uploading a list requires a connection.'
            : `CSV, TXT or XLSX with the columns ${columns}. Adds and updates values. Nothing is removed.`
        }
        file={file}
        busy={busy}
        onFile={(chosen) => void load(chosen)}
      />
      <div role="status">
        {busy && file && `Reading ${file.name}…`}
        {outcome?.kind === 'loaded' && <p data-tone="good">{`${label}: ${outcome.reply.message}.`}</p>}
        {outcome?.kind === 'refused' && <p data-tone="bad">{`${messages.fileNotProcessed}. ${outcome.words}`}</p>}
      </div>
      {outcome?.kind === 'refused' && file && (
        <OnlineButton variant="default" size="xs" onClick={() => void load(file)}>
          Try again
        </OnlineButton>
      )}
      {outcome?.kind === 'loaded' && <RefusedRows rows={outcome.reply.refused} />}
    </div>
  );
}
