import { Select } from '@mantine/core';
import { useState } from 'react';
import { maxUploadBytes, uploadAtsClients, uploadAtsDegrees, uploadAtsShifts, uploadAtsSpecialties } from '#contract/collect.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { messages } from '#contract/messages.ts';
import { syncTarget } from '#contract/posting.ts';
import type { MapKind, TargetRow } from '#contract/rows.ts';
import { RefusedRows } from '#src/entities/collect/refused-rows.tsx';
import { problemsOf, wordsOf } from '#src/entities/session/failure-words.ts';
import { OnlineButton, useOffline } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { DropZone } from '#src/ui/form/drop-zone.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

/** Thousands of values, and suggestions anew for every vendor text. */
const listTimeoutMs = 300_000;

const uploads = {
  facility: { label: 'Clients', endpoint: uploadAtsClients, columns: 'id, name, address, city, state, zip' },
  degree: { label: 'Degrees', endpoint: uploadAtsDegrees, columns: 'id, name' },
  specialty: { label: 'Specialties', endpoint: uploadAtsSpecialties, columns: 'id, name, degreeId' },
  shift: { label: 'Shifts', endpoint: uploadAtsShifts, columns: 'id, name' },
} satisfies Record<MapKind, unknown>;

/** The ATS's own lists, which vendors' texts are mapped to: read from it, or from files. */
export function AtsLists({ row }: { row: TargetRow }) {
  return (
    <section className="card target-card" aria-labelledby="target-lists">
      <h2 id="target-lists">Clients, degrees, specialties and shifts</h2>
      <p className="muted">
        Vendors’ texts are mapped to these. After a change, what is not mapped yet is suggested anew. Reading them from {row.name}{' '}
        removes what it does not list, values from files too.
      </p>
      <Sync row={row} />
      <Upload row={row} />
    </section>
  );
}

function Sync({ row }: { row: TargetRow }) {
  const call = useCall();
  const cust = useSession().customer.id;
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ReplyOf<typeof syncTarget> | null>(null);
  const sync = async () => {
    setBusy(true);
    setOutcome(null);
    const answer = await call(syncTarget, { cust, target: row.id }, { timeoutMs: listTimeoutMs });
    setBusy(false);
    if (answer.ok) setOutcome(answer.value);
    else toast.error({ title: messages.syncNotQueued.text, detail: wordsOf(answer.error) });
  };
  const complete = outcome?.message === messages.complete.text;
  return (
    <div className="target-check">
      <OnlineButton variant="default" loading={busy} onClick={() => void sync()}>
        {`Read the lists from ${row.name}`}
      </OnlineButton>
      <p role="status" data-tone={outcome && (complete ? 'good' : 'bad')}>
        {outcome && `${outcome.message}. ${said(outcome)}`}
      </p>
    </div>
  );
}

const said = ({ added, changed, removed }: { added: number; changed: number; removed: number }) =>
  [
    `${added.toLocaleString('en-US')} added`,
    `${changed.toLocaleString('en-US')} changed`,
    `${removed.toLocaleString('en-US')} removed.`,
  ].join(', ');

type Loaded = { kind: 'loaded'; reply: ReplyOf<typeof uploadAtsClients> } | { kind: 'refused'; words: string };

/** One list's file on its way; a refused one stays chosen. */
function useListUpload(target: number) {
  const call = useCall();
  const cust = useSession().customer.id;
  const [kind, setKind] = useState<MapKind>('facility');
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
    if (answer.ok) return setOutcome({ kind: 'loaded', reply: answer.value });
    setOutcome({ kind: 'refused', words: Object.values(problemsOf(answer.error)).join(' ') });
  };
  const choose = (next: MapKind) => {
    setKind(next);
    setFile(null);
    setOutcome(null);
  };
  return { kind, choose, file, busy, outcome, load };
}

function Upload({ row }: { row: TargetRow }) {
  const { kind, choose, file, busy, outcome, load } = useListUpload(row.id);
  const offline = useOffline();
  const { label, columns } = uploads[kind];
  return (
    <div className="target-upload">
      <h3>Or upload a list</h3>
      <Select
        label="What the file lists"
        allowDeselect={false}
        w={240}
        disabled={busy}
        data={Object.entries(uploads).map(([value, { label }]) => ({ value, label }))}
        value={kind}
        onChange={(value) => choose((value ?? 'facility') as MapKind)}
      />
      <DropZone
        what={`a list of ${label.toLowerCase()}`}
        hint={
          offline
            ? 'Reading a list needs a connection.'
            : `CSV, TXT or XLSX with the columns ${columns}. Adds and changes; removes nothing.`
        }
        file={file}
        busy={busy}
        onFile={(chosen) => void load(chosen)}
      />
      <div role="status">
        {busy && file && `Reading ${file.name}…`}
        {outcome?.kind === 'loaded' && <p data-tone="good">{`${label}: ${outcome.reply.message}.`}</p>}
        {outcome?.kind === 'refused' && <p data-tone="bad">{`${messages.fileNotProcessed.text}. ${outcome.words}`}</p>}
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
