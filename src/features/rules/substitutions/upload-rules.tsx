import { Modal } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { uploadSubstitutionRules } from '#contract/rules/substitutions.ts';
import { wordsOf } from '#src/entities/session/failure-words.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { DropZone } from '#src/ui/form/drop-zone.tsx';
import { counted } from '#src/ui/format/format.ts';

type Refused = readonly { readonly line: number; readonly words: string }[];

/** Rules out of a csv or txt file of two columns; what cannot be taken is listed line by line. */
export function UploadRules({ kind }: { kind: 'degree' | 'specialty' }) {
  const { customer } = useSession();
  const call = useCall();
  const [open, setOpen] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [words, setWords] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refused>([]);
  const send = async (chosen: File) => {
    setFile(chosen);
    setBusy(true);
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    const answer = await call(uploadSubstitutionRules, {
      cust: customer.id,
      objectName: kind,
      file: bytes,
      fileName: chosen.name,
    });
    setBusy(false);
    setRefused(answer.ok ? answer.value.refused : []);
    setWords(
      answer.ok
        ? `${counted(answer.value.added, 'rule')} added, ${answer.value.same.toLocaleString('en-US')} already existed, ${answer.value.refused.length} refused.`
        : `${messages.fileNotProcessed}. ${wordsOf(answer.error)}`,
    );
  };
  return (
    <>
      <OnlineButton variant="default" onClick={() => setOpen(true)}>
        Upload rules…
      </OnlineButton>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={`Upload rules for ${kind === 'degree' ? 'degrees' : 'specialties'}`}
        size="lg"
      >
        <DropZone
          what="a CSV or TXT file"
          hint="Two columns: vendor text and replacement name. New names are added."
          file={file}
          busy={busy}
          onFile={(chosen) => void send(chosen)}
        />
        {words && <Outcome words={words} refused={refused} />}
      </Modal>
    </>
  );
}

function Outcome({ words, refused }: { words: string; refused: Refused }) {
  return (
    <>
      <p role="status" className="sub-upload">
        {words}
      </p>
      {refused.length > 0 && (
        <ul className="sub-refused">
          {refused.map(({ line, words: why }) => (
            <li key={line}>
              Line {line}: {why}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
