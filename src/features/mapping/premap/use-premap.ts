import { useState } from 'react';
import { maxUploadBytes } from '#contract/collecting/uploads.ts';
import { messages } from '#contract/kit/messages.ts';
import { checkPremap, commitPremap, type PremapLine, readPremap, readPremapFile } from '#contract/mapping/premap.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';

/** A premap line with its position, which identifies it. */
export type NumberedLine = PremapLine & { readonly no: number };

/** The service reads and checks a long file line by line. */
const fileMs = 120_000;

const emptyLine: PremapLine = {
  jrDegree: '',
  jrSpecialty: '',
  atsDegree: '',
  atsSpecialty: '',
  exclude: false,
  isAtsDegreeCorrect: true,
  isAtsSpecialtyCorrect: true,
  problem: null,
};

/** The premap of a target: the uploaded or edited draft if there is one, else the saved lines. */
export function usePremap(targetId: number, onRun: (id: number) => void) {
  const { customer } = useSession();
  const kept = useReply(readPremap, { me: customer.id, targetId });
  const [draft, setDraft] = useState<Draft | null>(null);
  const lines = draft?.lines ?? kept.reply?.fullLst;
  const { busy, refusal, read, check, commit } = usePremapCalls(targetId, lines ?? [], setDraft, (runId) => {
    kept.refresh();
    if (runId !== null) onRun(runId);
  });
  useUnsavedWork(draft !== null, { what: 'the premap', save: commit });
  const change = (next: readonly PremapLine[]) => setDraft({ lines: next, checked: false });
  return {
    kept,
    lines: lines?.map((line, index): NumberedLine => ({ ...line, no: index + 1 })),
    edited: draft !== null,
    checked: draft?.checked ?? true,
    busy,
    refusal,
    read: (file: File) => void read(file),
    check: () => void check(),
    commit: () => void commit(),
    edit: (no: number, values: Partial<PremapLine>) =>
      change((lines ?? []).map((line, i) => (i === no - 1 ? { ...line, ...values, problem: null } : line))),
    remove: (no: number) => change((lines ?? []).filter((_, i) => i !== no - 1)),
    add: () => change([emptyLine, ...(lines ?? [])]),
    drop: () => setDraft(null),
  };
}
export type Premap = ReturnType<typeof usePremap>;

type Draft = { readonly lines: readonly PremapLine[]; readonly checked: boolean };

/** The three calls of the premap: read a file, check lines, save them. */
function usePremapCalls(
  tid: number,
  lines: readonly PremapLine[],
  setDraft: (draft: Draft | null) => void,
  onKept: (runId: number | null) => void,
) {
  const call = useCall();
  const me = useSession().customer.id;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const sent = { me, targetId: tid, lines: [...lines] };
  const working = async <T>(work: () => Promise<T>): Promise<T> => {
    setBusy(true);
    setRefusal(null);
    return work().finally(() => setBusy(false));
  };
  const read = (file: File) =>
    working(async () => {
      if (file.size > maxUploadBytes) return setRefusal(`The file is larger than ${maxUploadBytes / 1_000_000} MB. Split it.`);
      const args = { me, targetId: tid, fileName: file.name, file: new Uint8Array() };
      const answer = await call(readPremapFile, args, { file, timeoutMs: fileMs });
      if (!answer.ok) return setRefusal(`${messages.fileNotProcessed}. ${fileErrorMessage(answer.error)}`);
      setDraft({ lines: answer.value.fullLst, checked: true });
      toast.success({ title: messages.loaded, detail: answer.value.message });
    });
  const check = () =>
    working(async () => {
      const answer = await call(checkPremap, sent);
      if (answer.ok) setDraft({ lines: answer.value.fullLst, checked: true });
      else setRefusal(fileErrorMessage(answer.error));
    });
  const commit = (): Promise<boolean> =>
    working(async () => {
      const answer = await call(commitPremap, sent);
      if (!answer.ok) {
        setRefusal(fileErrorMessage(answer.error));
        return false;
      }
      const { hasErrors, fullLst, message, runId } = answer.value;
      setDraft(hasErrors ? { lines: fullLst, checked: true } : null);
      if (hasErrors) setRefusal(message);
      else {
        toast.success({ title: messages.saved, detail: message });
        onKept(runId);
      }
      return !hasErrors;
    });
  return { busy, refusal, read, check, commit };
}

const fileErrorMessage = (error: Parameters<typeof problemsOf>[0]): string => Object.values(problemsOf(error)).join(' ');
