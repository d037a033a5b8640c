import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { exportActivity } from '#contract/people/activity.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useDownload } from '#src/entities/session/use-call.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** A file of many lines takes the service a while. */
const patienceMs = 600_000;

/** Saves every line of the filter as a CSV, which the service writes. */
export function ActivityExport({ asked, disabled }: { asked: SentArgsOf<typeof exportActivity>; disabled: boolean }) {
  const download = useDownload();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const file = await download(exportActivity, asked, { timeoutMs: patienceMs });
    setBusy(false);
    if (!file.ok) return toast.error({ title: 'File not saved', detail: errorMessage(file.error) });
    const { bytes, contentType, fileName } = file.value;
    saveFile(fileName ?? 'activity.csv', new Blob([bytes], { type: contentType }));
    return sayCount(fileName ?? '');
  };
  return (
    <Button
      variant="default"
      loading={busy}
      disabled={disabled}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void save()}
    >
      Export CSV
    </Button>
  );
}

/** The name of the file says how many lines it has. */
function sayCount(fileName: string): void {
  const [lines, found] = (fileName.match(/\d+/g) ?? []).map((text) => Number(text).toLocaleString('en-US'));
  if (found !== undefined) toast.warning({ title: `The file has the first ${lines} of ${found} lines` });
  else toast.success({ title: lines === '1' ? 'The file has 1 line' : `The file has ${lines ?? 'all'} lines` });
}
