import { useState } from 'react';
import { listAiMeasurements, WorseVersion } from '#contract/ai/measurements.ts';
import { listAiModels } from '#contract/ai/models.ts';
import { listAiPrompts, promoteAiPrompt, readAiPrompt } from '#contract/ai/prompts.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage, problemsOf } from '#src/entities/session/error-message.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** Puts versions of a prompt into production. A worse one waits in `asked` for a confirmation. */
export function usePromotion(id: number) {
  const send = useSend(promoteAiPrompt, [listAiPrompts, readAiPrompt, listAiModels, listAiMeasurements]);
  const [asked, setAsked] = useState<{ readonly version: number; readonly worse: WorseVersion } | null>(null);
  const promote = async (version: number, accept: string | null = null) => {
    const answer = await send({ id, version, accept });
    if (answer.ok) return void toast.success({ title: `Version ${version} is in production` });
    const { error } = answer;
    const worse = error.kind === 'conflict' ? WorseVersion.safeParse(error.current) : undefined;
    if (worse?.success) return setAsked({ version, worse: worse.data });
    const detail = Object.values(problemsOf(error)).join(' ') || errorMessage(error);
    toast.error({ title: 'Version not put into production', detail });
  };
  return { promote, asked, forget: () => setAsked(null) };
}
