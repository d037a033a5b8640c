import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadDataset, fillDataset, uploadDataset } from '#contract/ai/dataset.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { errorMessage, problemsOf } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall, useDownload } from '#src/entities/session/use-call.ts';
import { useOffline } from '#src/ui/connection/connection.ts';
import { counted } from '#src/ui/format/format.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { UploadBox } from '#src/ui/upload/upload-box.tsx';
import { UploadDialog } from '#src/ui/upload/upload-dialog.tsx';
import { useUpload } from '#src/ui/upload/use-upload.ts';

const maxFileBytes = 20_000_000;
const timeoutMs = 300_000;

/** Where descriptions come from and go to. */
export const DatasetActions = ({ isEmpty }: { readonly isEmpty: boolean }) => (
  <>
    <Download isEmpty={isEmpty} />
    <Upload />
    {!isEmpty && <AddOpenJobs />}
  </>
);

/** Adds the descriptions of the customer’s open jobs. */
export function AddOpenJobs() {
  const call = useCall();
  const cust = useSession().customer.id;
  const [busy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    const answer = await call(fillDataset, { cust }, { timeoutMs }).finally(() => setBusy(false));
    if (!answer.ok) return void toast.error({ title: 'No descriptions added', detail: errorMessage(answer.error) });
    const { added, known, left } = answer.value;
    const room = left > 0 ? ` ${counted(left, 'description')} found no room: a dataset has at most 5,000.` : '';
    toast.success({
      title: `${counted(added, 'description')} added`,
      detail: `${counted(known, 'description')} were there already.${room}`,
    });
  };
  return (
    <OnlineButton loading={busy} onClick={() => void add()}>
      Add open jobs
    </OnlineButton>
  );
}

const Upload = () => (
  <UploadDialog label="Upload…" title="Upload descriptions">
    <Box />
  </UploadDialog>
);

function Box() {
  const call = useCall();
  const cust = useSession().customer.id;
  const upload = useUpload(maxFileBytes, async (file) => {
    const answer = await call(uploadDataset, { cust, fileName: file.name, file: new Uint8Array() }, { file, timeoutMs });
    return answer.ok ? ok(answer.value) : no(Object.values(problemsOf(answer.error)).join(' '));
  });
  return (
    <UploadBox
      what="a JSONL file"
      hint="One JSON object on each line, as downloaded here; “description” is enough. Adds rows and labels; removes nothing."
      upload={upload}
      refused={messages.fileNotProcessed}
    >
      {({ added, changed, left, refusedLines, refused }) => (
        <div role="status">
          <p data-tone="good">
            {counted(added, 'description')} added, {changed} got new labels.
            {left > 0 && ` ${left.toLocaleString('en-US')} found no room: a dataset has at most 5,000.`}
          </p>
          {refusedLines > 0 && (
            <>
              <p data-tone="bad">{counted(refusedLines, 'line')} refused:</p>
              <ul className="dataset-refused">
                {refused.map(({ line, words }) => (
                  <li key={line}>
                    Line {line}: {words}
                  </li>
                ))}
                {refusedLines > refused.length && <li>and {(refusedLines - refused.length).toLocaleString('en-US')} more.</li>}
              </ul>
            </>
          )}
        </div>
      )}
    </UploadBox>
  );
}

const files = [
  ['all', 'All rows'],
  ['dev', 'Rows to improve with'],
  ['test', 'Rows to measure with'],
] as const;

function Download({ isEmpty }: { readonly isEmpty: boolean }) {
  const download = useDownload();
  const offline = useOffline();
  const cust = useSession().customer.id;
  const save = async (which: (typeof files)[number][0]) => {
    const read = await download(downloadDataset, { cust, which });
    if (!read.ok) return void toast.error({ title: 'File not saved', detail: errorMessage(read.error) });
    saveFile(read.value.fileName ?? 'dataset.jsonl', new Blob([read.value.bytes], { type: read.value.contentType }));
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" disabled={offline || isEmpty} rightSection={<IconChevronDown size={16} aria-hidden />}>
          {offline ? 'Download (online only)' : 'Download'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(([which, words]) => (
          <Menu.Item key={which} onClick={() => void save(which)}>
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
