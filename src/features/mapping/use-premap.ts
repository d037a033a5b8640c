import { useState } from 'react';
import { maxUploadBytes } from '#contract/collect.ts';
import { messages } from '#contract/messages.ts';
import { checkPremap, commitPremap, type PremapLine, readPremap, readPremapFile } from '#contract/premap.ts';
import { problemsOf } from '#src/entities/session/failure-words.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCached } from '#src/entities/session/use-cached.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';

/** A line of the premap with its place in the file, which is what tells lines apart. */
export type NumberedLine = PremapLine & { readonly no: number };

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

/** The premap of a target: as it was last kept, as a file has it, or as it is being edited. */
export function usePremap(targetId: number, onRun: (id: number) => void) {
  const call = useCall();
  const { customer } = useSession();
  const kept = useCached(readPremap, { me: customer.id, tid: targetId });
  const [draft, setDraft] = useState<{ lines: readonly PremapLine[]; checked: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const lines = draft?.lines ?? kept.reply?.fullLst;
  const refuse = (error: Parameters<typeof problemsOf>[0]): false => {
    setRefusal(Object.values(problemsOf(error)).join(' '));
    return false;
  };
  const working = async <T>(work: () => Promise<T>): Promise<T> => {
    setBusy(true);
    setRefusal(null);
    return work().finally(() => setBusy(false));
  };
  const place = { me: customer.id, tid: targetId };

  const read = (file: File) =>
    working(async () => {
      if (file.size > maxUploadBytes) return setRefusal(`The file is larger than ${maxUploadBytes / 1_000_000} MB. Split it.`);
      const args = { me: customer.id, targetId, fileName: file.name, file: new Uint8Array() };
      const answer = await call(readPremapFile, args, { file, timeoutMs: 120_000 });
      if (!answer.ok)
        return setRefusal(`${messages.fileNotProcessed.text}. ${Object.values(problemsOf(answer.error)).join(' ')}`);
      setDraft({ lines: answer.value.fullLst, checked: true });
      toast.success({ title: messages.loaded.text, detail: answer.value.message });
    });
  const check = () =>
    working(async () => {
      const answer = await call(checkPremap, { ...place, lines: [...(lines ?? [])] });
      if (answer.ok) setDraft({ lines: answer.value.fullLst, checked: true });
      else refuse(answer.error);
    });
  const commit = (): Promise<boolean> =>
    working(async () => {
      const answer = await call(commitPremap, { ...place, lines: [...(lines ?? [])] });
      if (!answer.ok) return refuse(answer.error);
      const { hasErrors, fullLst, message, runId } = answer.value;
      if (hasErrors) {
        setDraft({ lines: fullLst, checked: true });
        setRefusal(message);
        return false;
      }
      setDraft(null);
      kept.refresh();
      toast.success({ title: messages.saved.text, detail: message });
      if (runId !== null) onRun(runId);
      return true;
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
