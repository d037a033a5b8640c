import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  maxUploadBytes,
  uploadAtsClients,
  uploadAtsDegrees,
  uploadAtsShifts,
  uploadAtsSpecialties,
} from '#contract/collecting/uploads.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { listAtsObjects, uploadAtsContacts, uploadAtsDegreeSpecialties } from '#contract/mapping/reference-lists.ts';
import { RefusedRows } from '#src/entities/collect/refused-rows.tsx';
import { refreshReplies } from '#src/entities/reply/use-reply.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { UploadBox } from '#src/ui/upload/upload-box.tsx';
import { useUpload } from '#src/ui/upload/use-upload.ts';

/** The upload handles thousands of values and recomputes suggestions for every vendor text. */
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

type Props = { targetId: number; lists: readonly [UploadedList, ...UploadedList[]] };

/** Uploads a file into one of the ATS lists, and shows each rejected row. */
export function ListUpload({ targetId, lists }: Props) {
  const call = useCall();
  const client = useQueryClient();
  const cust = useSession().customer.id;
  const [kind, setKind] = useState<UploadedList>(lists[0]);
  const { label, columns, endpoint } = uploads[kind];
  const upload = useUpload(maxUploadBytes, async (file) => {
    const args = { cust, target: targetId, fileName: file.name, file: new Uint8Array() };
    const answer = await call(endpoint, args, { file, timeoutMs: listTimeoutMs });
    if (!answer.ok) return no(Object.values(problemsOf(answer.error)).join(' '));
    void refreshReplies(client, listAtsObjects);
    return ok(answer.value);
  });
  const choose = (next: string | null) => {
    setKind(lists.find((list) => list === next) ?? lists[0]);
    upload.reset();
  };
  return (
    <div className="upload-box">
      {lists.length > 1 && (
        <Select
          label="What the file lists"
          allowDeselect={false}
          w={240}
          disabled={upload.state.kind === 'sending'}
          data={lists.map((value) => ({ value, label: uploads[value].label }))}
          value={kind}
          onChange={choose}
        />
      )}
      <UploadBox
        what={`a list of ${label.toLowerCase()}`}
        hint={`CSV, TXT or XLSX with the columns ${columns}. Adds and changes; removes nothing.`}
        upload={upload}
        refused={messages.fileNotProcessed}
      >
        {({ message, refused }) => (
          <>
            <p role="status" data-tone="good">{`${label}: ${message}.`}</p>
            <RefusedRows rows={refused} />
          </>
        )}
      </UploadBox>
    </div>
  );
}
